// gomarmot: ranks=2
// Rank 0 sends a column with a datatype that was never committed. Rank 1 receives with
// the handle that MPI_Type_free has set to MPI_DATATYPE_NULL.
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
	if (rank == 0)
		MPI_Send(matrix, 1, column, 1, 0, MPI_COMM_WORLD); // want MSG004 "the datatype of MPI_Send, MPI_Type_vector datatype, is not committed"
	MPI_Type_free(&column);
	if (rank == 1)
		MPI_Recv(matrix, 1, column, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG004 "the datatype of MPI_Recv is MPI_DATATYPE_NULL"
	MPI_Finalize();
	return 0;
}
