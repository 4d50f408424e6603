// gomarmot: ranks=2
// The extent of a column is given in elements, not in bytes, so that columns overlap each other.
// The message fills the first column only, but the receive of four columns is a fault all the same.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	double matrix[5][4] = {{0}};
	MPI_Datatype column, narrow;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_vector(5, 1, 4, MPI_DOUBLE, &column);
	MPI_Type_create_resized(column, 0, 1, &narrow);
	MPI_Type_commit(&narrow);
	MPI_Type_free(&column);
	if (rank == 0)
		MPI_Send(matrix, 5, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
	else
		MPI_Recv(matrix, 4, narrow, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG014 "with count 4, has overlapping entries"
	MPI_Type_free(&narrow);
	MPI_Finalize();
	return 0;
}
