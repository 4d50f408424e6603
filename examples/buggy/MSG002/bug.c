// gomarmot: ranks=2
// Rank 0 sends with MPI_ANY_TAG, which only receives may use, and with a negative tag.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD); // want MSG002 "MPI_Send sends with MPI_ANY_TAG"
		MPI_Send(&value, 1, MPI_INT, 1, -3 - rank, MPI_COMM_WORLD); // want MSG002 "MPI_Send sends with tag -3: tags are at least 0"
	}
	MPI_Finalize();
	return 0;
}
