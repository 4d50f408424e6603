// Rank 0 tests its first send and ignores the flag. The test completes nothing, and the
// second send overwrites the variable of the request.
#include <mpi.h>

int main(int argc, char **argv)
{
	static double sent[2][200000], received[200000];
	int rank, round, flag;
	MPI_Request request = MPI_REQUEST_NULL;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (round = 0; round < 2; round++)
		if (rank == 0) {
			MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
			MPI_Isend(sent[round], 200000, MPI_DOUBLE, 1, round, MPI_COMM_WORLD, &request); // want REQ001 "the operation of MPI_Isend is never completed: MPI_Test found its request pending .flag = false., and no call waits for or frees its request"
		}
	MPI_Barrier(MPI_COMM_WORLD);
	for (round = 0; round < 2; round++)
		if (rank == 1)
			MPI_Recv(received, 200000, MPI_DOUBLE, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
