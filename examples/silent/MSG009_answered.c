// gomarmot: ranks=2
// The buffer has room for one message. Each answer shows that the message
// has arrived; the program then detaches the buffer and attaches it again.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	static char room[sizeof(int) + MPI_BSEND_OVERHEAD];
	int size, value = 1;
	void *back;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Buffer_attach(room, sizeof room);
		for (int i = 0; i < 3; i++) {
			MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
			MPI_Bsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
			MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Buffer_detach(&back, &size);
			MPI_Buffer_attach(room, sizeof room);
		}
		MPI_Buffer_detach(&back, &size);
	} else {
		for (int i = 0; i < 3; i++) {
			MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
		}
	}
	MPI_Finalize();
	return 0;
}
