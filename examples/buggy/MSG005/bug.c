// gomarmot: ranks=2
// The neighbor's row has grown by one element; the receive has not.
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv)
{
	double row[N + 1] = {0}, halo[N + 1];
	int rank, length = 0;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(row, N + 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD);
	else if (!MPI_Recv(halo, N, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD, &status)) // want MSG005 "room for 10 MPI_DOUBLE .80 bytes., but gets a message of 11 MPI_DOUBLE .88 bytes."
		MPI_Get_count(&status, MPI_DOUBLE, &length);
	MPI_Finalize();
	return 0;
}
