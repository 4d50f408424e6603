// gomarmot: ranks=2
// The attached buffer has room for two messages, but rank 0 sends three in a row.
// Whether the third message fits depends on how soon MPI empties the buffer.
#include <mpi.h>

enum { N = 100, STEPS = 3 };

int main(int argc, char **argv)
{
	static char room[2 * (N * sizeof(int) + MPI_BSEND_OVERHEAD)];
	int rank, size, sent = 0, data[N] = {0};
	void *back;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Buffer_attach(room, sizeof room);
		for (int i = 0; i < STEPS; i++)
			sent += !MPI_Bsend(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want MSG009 "3 messages have been sent in a row that need [0-9,]+ bytes"
		MPI_Send(&sent, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
		MPI_Buffer_detach(&back, &size);
	} else {
		MPI_Recv(&sent, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		for (int i = 0; i < sent; i++)
			MPI_Recv(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
