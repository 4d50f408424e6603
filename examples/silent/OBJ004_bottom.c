// gomarmot: ranks=1
// gomarmot: skip-mpich it refuses MPI_BOTTOM in MPI_Pack and MPI_Unpack
// Data is packed at absolute addresses, and unpacked there; without data, the
// address does not matter.
#include <mpi.h>
#include <stdlib.h>

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
	MPI_Aint offset = 0;
	MPI_Datatype relative;

	MPI_Init(&argc, &argv);
	MPI_Get_address(&star.mass, &places[0]);
	MPI_Get_address(star.speed, &places[1]);
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	places[1] = MPI_Aint_diff(places[1], places[0]);
	places[0] = 0;
	MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &relative);
	MPI_Type_commit(&relative);
	MPI_Pack(MPI_BOTTOM, 1, type, room, sizeof room, &position, MPI_COMM_WORLD);
	MPI_Pack(NULL, 0, MPI_INT, room, sizeof room, &position, MPI_COMM_WORLD);
	MPI_Pack(&star, 0, type, room, sizeof room, &position, MPI_COMM_WORLD);
	position = 0;
	star.speed[1] = 0;
	MPI_Unpack(room, sizeof room, &position, MPI_BOTTOM, 1, type, MPI_COMM_WORLD);
	position = 0;
	MPI_Unpack(room, sizeof room, &position, &star, 1, relative, MPI_COMM_WORLD);
	MPI_Pack_external("external32", MPI_BOTTOM, 1, type, room, sizeof room, &offset);
	offset = 0;
	MPI_Unpack_external("external32", room, sizeof room, &offset, MPI_BOTTOM, 1, type);
	if (star.speed[1] != 3)
		abort();
	MPI_Type_free(&relative);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
