// gomarmot: ranks=2
// A datatype with overlapping entries is used only to send. A datatype whose elements
// would overlap is received with count 1. Interleaved elements share no byte.
#include <mpi.h>

enum { N = 4 };

int main(int argc, char **argv)
{
	int rank, data[4 * N] = {0};
	MPI_Datatype twice, pair, narrow, every, odd;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_vector(N, 2, 1, MPI_INT, &twice);
	MPI_Type_commit(&twice);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_create_resized(pair, 0, sizeof(int), &narrow);
	MPI_Type_commit(&narrow);
	MPI_Type_vector(N, 1, 2, MPI_INT, &every);
	MPI_Type_create_resized(every, 0, sizeof(int), &odd);
	MPI_Type_commit(&odd);
	if (rank == 0) {
		MPI_Send(data, 1, twice, 1, 0, MPI_COMM_WORLD);
		MPI_Send(data, 2, narrow, 1, 1, MPI_COMM_WORLD);
		MPI_Send(data, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
		MPI_Send(data, 2 * N, MPI_INT, 1, 3, MPI_COMM_WORLD);
	} else {
		MPI_Recv(data, 2 * N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(data, N, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(data, 1, narrow, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(data, 2, odd, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Type_free(&twice);
	MPI_Type_free(&pair);
	MPI_Type_free(&every);
	MPI_Type_free(&narrow);
	MPI_Type_free(&odd);
	MPI_Finalize();
	return 0;
}
