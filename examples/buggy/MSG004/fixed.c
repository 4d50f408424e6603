// gomarmot: ranks=2
// The datatype is committed before its first use, and freed after its last one.
#include <mpi.h>

enum { N = 4 };

int main(int argc, char **argv)
{
	double matrix[N][N] = {{0}};
	int rank;
	MPI_Datatype column;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
	MPI_Type_commit(&column);
	if (rank == 0)
		MPI_Send(matrix, 1, column, 1, 0, MPI_COMM_WORLD);
	if (rank == 1)
		MPI_Recv(matrix, 1, column, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Type_free(&column);
	MPI_Finalize();
	return 0;
}
