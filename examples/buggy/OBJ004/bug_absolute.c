// gomarmot: ranks=1
// The datatype holds the addresses of the members, so that the address of the
// variable is added to addresses.
#include <mpi.h>

struct star {
	double mass;
	int kind;
	double speed[2];
};

int main(int argc, char **argv)
{
	static struct star star = {1, 0, {2, 3}};
	int lengths[2] = {1, 2};
	MPI_Aint places[2];
	MPI_Datatype type;
	char room[64];
	int position = 0;

	MPI_Init(&argc, &argv);
	MPI_Get_address(&star.mass, &places[0]);
	MPI_Get_address(star.speed, &places[1]);
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Pack(&star, 1, type, room, sizeof room, &position, MPI_COMM_WORLD); // want OBJ004 "MPI_Pack with inbuf that is not MPI_BOTTOM, although the datatype has absolute addresses"
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
