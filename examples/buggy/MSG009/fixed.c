// gomarmot: ranks=2
// Rank 0 attaches one buffer with room for both messages.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv)
{
	static char room[(N + 1) * sizeof(int) + 2 * MPI_BSEND_OVERHEAD];
	int rank, size, data[N] = {0};
	void *back;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Buffer_attach(room, sizeof room);
		MPI_Bsend(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
		MPI_Bsend(data, N, MPI_INT, 1, 1, MPI_COMM_WORLD);
		MPI_Buffer_detach(&back, &size);
	} else {
		MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(data, N, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
