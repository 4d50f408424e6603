// gomarmot: ranks=2
// Rank 0 sends without an attached buffer, then with a buffer that has no room for
// MPI_BSEND_OVERHEAD, and then attaches a buffer a second time.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv)
{
	static char room[N * sizeof(int)];
	int rank, size, data[N] = {0}, sent[2] = {0};
	void *back;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		sent[0] = !MPI_Bsend(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want MSG009 "MPI_Bsend, but no buffer is attached"
		MPI_Buffer_attach(room, sizeof room);
		sent[1] = !MPI_Bsend(data, N, MPI_INT, 1, 1, MPI_COMM_WORLD); // want MSG009 "needs [0-9,]+ bytes of the attached buffer, with [0-9]+ .MPI_BSEND_OVERHEAD. for each message; it has only 4,000 bytes"
		MPI_Send(sent, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
		MPI_Buffer_attach(room, sizeof room); // want MSG009 "MPI_Buffer_attach while another buffer is attached"
		MPI_Buffer_detach(&back, &size);
	} else {
		MPI_Recv(sent, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (sent[0])
			MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (sent[1])
			MPI_Recv(data, N, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
