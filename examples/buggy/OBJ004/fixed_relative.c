// gomarmot: ranks=1
// The displacements in the datatype count from the start of the variable.
#include <mpi.h>
#include <stddef.h>

struct star {
	double mass;
	int kind;
	double speed[2];
};

int main(int argc, char **argv)
{
	static struct star star = {1, 0, {2, 3}};
	int lengths[2] = {1, 2};
	MPI_Aint places[2] = {offsetof(struct star, mass), offsetof(struct star, speed)};
	MPI_Datatype type;
	char room[64];
	int position = 0;

	MPI_Init(&argc, &argv);
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Pack(&star, 1, type, room, sizeof room, &position, MPI_COMM_WORLD);
	position = 0;
	MPI_Unpack(room, sizeof room, &position, &star, 1, type, MPI_COMM_WORLD);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
