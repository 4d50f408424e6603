// gomarmot: ranks=3
// A probe shows rank 0 that a message has come. The receive may take another message than the probe has found: it has
// room for the longest, and rank 0 answers the source of each.
#include <mpi.h>

int main(int argc, char **argv)
{
	static double data[100];
	int rank, size, i;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0) {
		MPI_Send(data, 20 * rank, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
		MPI_Recv(&i, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else {
		for (i = 1; i < size; i++) {
			MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
			MPI_Recv(data, 40, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
			MPI_Send(&i, 1, MPI_INT, status.MPI_SOURCE, 3, MPI_COMM_WORLD);
		}
	}
	MPI_Finalize();
	return 0;
}
