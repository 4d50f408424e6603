// gomarmot: ranks=2
// The stride is longer than a block, and the extent of a pair is longer than the pair:
// no byte is received twice.
#include <mpi.h>

enum { BLOCKS = 4, LENGTH = 3, STRIDE = 4 };

int main(int argc, char **argv)
{
	int rank, data[BLOCKS * STRIDE] = {0};
	MPI_Datatype columns, narrow, single;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_vector(BLOCKS, LENGTH, STRIDE, MPI_INT, &columns);
	MPI_Type_commit(&columns);
	MPI_Type_contiguous(2, MPI_INT, &single);
	MPI_Type_create_resized(single, 0, 3 * sizeof(int), &narrow);
	MPI_Type_commit(&narrow);
	if (rank == 0) {
		MPI_Send(data, 1, columns, 1, 0, MPI_COMM_WORLD);
		MPI_Send(data, 1, columns, 1, 1, MPI_COMM_WORLD);
		MPI_Send(data, 3, narrow, 1, 2, MPI_COMM_WORLD);
	} else {
		MPI_Recv(data, 1, columns, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Irecv(data, 1, columns, 0, 1, MPI_COMM_WORLD, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Recv(data, 3, narrow, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Type_free(&columns);
	MPI_Type_free(&narrow);
	MPI_Type_free(&single);
	MPI_Finalize();
	return 0;
}
