// gomarmot: ranks=3
// Messages of different lengths: rank 0 asks for the length of each with MPI_Mprobe, or with MPI_Probe, and then takes the
// message that was found.
#include <mpi.h>

int main(int argc, char **argv)
{
	static double data[100];
	int rank, size, count, i;
	MPI_Message message;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0) {
		MPI_Send(data, 20 * rank, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
		MPI_Recv(&i, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(data, 30 * rank, MPI_DOUBLE, 0, rank + 4, MPI_COMM_WORLD);
	} else {
		for (i = 1; i < size; i++) {
			MPI_Mprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &message, &status);
			MPI_Get_count(&status, MPI_DOUBLE, &count);
			MPI_Mrecv(data, count, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
			MPI_Send(&i, 1, MPI_INT, status.MPI_SOURCE, 3, MPI_COMM_WORLD);
		}
		for (i = 1; i < size; i++) {
			MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
			MPI_Get_count(&status, MPI_DOUBLE, &count);
			MPI_Recv(data, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		}
	}
	MPI_Finalize();
	return 0;
}
