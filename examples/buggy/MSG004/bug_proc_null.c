// gomarmot: ranks=2
// The last rank passes an uncommitted datatype in its send to MPI_PROC_NULL; rank 0 receives with MPI_DATATYPE_NULL.
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
	int right = rank == 0 ? 1 : MPI_PROC_NULL, left = rank == 0 ? MPI_PROC_NULL : 0;
	if (right != MPI_PROC_NULL)
		MPI_Type_commit(&column);
	MPI_Send(matrix, 1, column, right, 0, MPI_COMM_WORLD); // want MSG004 "the datatype of MPI_Send, MPI_Type_vector datatype, is not committed"
	MPI_Recv(matrix, N, left == MPI_PROC_NULL ? MPI_DATATYPE_NULL : MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG004 "the datatype of MPI_Recv is MPI_DATATYPE_NULL"
	MPI_Type_free(&column);
	MPI_Finalize();
	return 0;
}
