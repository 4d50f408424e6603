// gomarmot: ranks=3
// Rank 0 receives any message with the tag that the probe has found: here the longer message comes first and fits.
// A pause makes it come first.
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
			MPI_Recv(in, count, MPI_DOUBLE, MPI_ANY_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "has room for the message that MPI_Probe found, but takes messages of any source: had MPI_Probe found that of rank 1, 20 MPI_DOUBLE .160 bytes., the receive could have taken that of rank 2, 40 MPI_DOUBLE .320 bytes., which would not fit"
			free(in);
		}
	}
	MPI_Finalize();
	return 0;
}
