// gomarmot: ranks=2
// Displacements between variables that are far apart, from the address of one
// of them; absolute addresses with MPI_BOTTOM; with a count of 0, and with
// MPI_PROC_NULL, the address does not matter.
#include <mpi.h>
#include <stdlib.h>

static int near;

int main(int argc, char **argv)
{
	int rank, local = 1, *heap = calloc(1, sizeof *heap), ones[3] = {1, 1, 1};
	MPI_Aint places[3], base;
	MPI_Datatype absolute, relative;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Get_address(&near, &places[0]);
	MPI_Get_address(heap, &places[1]);
	MPI_Get_address(&local, &places[2]);
	MPI_Type_create_hindexed(3, ones, places, MPI_INT, &absolute);
	base = places[0];
	for (int i = 0; i < 3; i++)
		places[i] = MPI_Aint_diff(places[i], base);
	MPI_Type_create_hindexed(3, ones, places, MPI_INT, &relative);
	MPI_Type_commit(&absolute);
	MPI_Type_commit(&relative);
	if (rank == 0) {
		MPI_Send(&near, 1, relative, 1, 0, MPI_COMM_WORLD);
		MPI_Send(MPI_BOTTOM, 1, absolute, 1, 0, MPI_COMM_WORLD);
		MPI_Send(&near, 0, absolute, 1, 0, MPI_COMM_WORLD);
	} else {
		MPI_Recv(MPI_BOTTOM, 1, absolute, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(&near, 1, relative, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(&near, 0, absolute, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Send(&near, 1, absolute, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
	MPI_Bcast(&near, 1, relative, 0, MPI_COMM_WORLD);
	MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD);
	MPI_Bcast(&near, 0, absolute, 0, MPI_COMM_WORLD);
	MPI_Type_free(&absolute);
	MPI_Type_free(&relative);
	free(heap);
	MPI_Finalize();
	return 0;
}
