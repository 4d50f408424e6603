// gomarmot: ranks=2
// Each MPI_Mprobe of MPI_PROC_NULL returns MPI_MESSAGE_NO_PROC, which the program may receive or drop. The program
// uses its message handles again.
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
