// gomarmot: ranks=2
// Both calls pass MPI_BOTTOM, but their datatypes describe separate arrays
// by absolute addresses.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int a[2] = {0}, b[2] = {0};
	MPI_Aint at[2];
	MPI_Datatype types[2];
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Get_address(a, &at[0]);
	MPI_Get_address(b, &at[1]);
	for (int i = 0; i < 2; i++) {
		MPI_Type_create_hindexed(1, (int[]){2}, &at[i], MPI_INT, &types[i]);
		MPI_Type_commit(&types[i]);
	}
	MPI_Irecv(MPI_BOTTOM, 1, types[0], peer, 0, MPI_COMM_WORLD, &request);
	MPI_Send(MPI_BOTTOM, 1, types[1], peer, 0, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Type_free(&types[0]);
	MPI_Type_free(&types[1]);
	MPI_Finalize();
	return 0;
}
