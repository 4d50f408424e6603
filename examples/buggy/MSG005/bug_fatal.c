// gomarmot: ranks=2
// The message is longer than the receive buffer, and MPI ends the job in the receive.
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv)
{
	double row[N + 1] = {0}, halo[N + 1];
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(row, N + 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD);
	else
		MPI_Recv(halo, N, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG005 "room for 10 MPI_DOUBLE"
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
