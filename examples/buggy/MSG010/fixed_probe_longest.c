// gomarmot: ranks=3
// Rank 0 receives the message that the probe has found. A pause makes the longer message come first.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static double data[100];
	int rank, count, i;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank > 0) {
		sleep(2 - rank);
		MPI_Send(data, 20 * rank, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
	} else {
		for (i = 1; i < 3; i++) {
			MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
			MPI_Get_count(&status, MPI_DOUBLE, &count);
			double *in = malloc(count * sizeof *in);
			MPI_Recv(in, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			free(in);
		}
	}
	MPI_Finalize();
	return 0;
}
