// gomarmot: ranks=2
// MPI_PROC_NULL has a message without data, any number of times; handles are used again.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	int value = 1;
	MPI_Message message;
	MPI_Request request;
	MPI_Status status;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 2; i++) {
		MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
		MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
		MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
	}
	for (int i = 0; i < 4; i++) {
		if (rank == 0) {
			MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
			continue;
		}
		MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, &status);
		if (i % 2) {
			MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
		} else {
			MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
			MPI_Wait(&request, &status);
		}
	}
	MPI_Finalize();
	return 0;
}
