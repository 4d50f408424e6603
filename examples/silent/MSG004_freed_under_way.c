// gomarmot: ranks=2
// A datatype is freed while messages that use it are pending,
// and the same handle variable then names a new datatype.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	MPI_Status statuses[4];
	double matrix[4][4] = {{0}};
	MPI_Datatype type;
	MPI_Request requests[2];
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Irecv(&matrix[0][1], 1, type, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Isend(matrix, 1, type, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
	MPI_Type_free(&type);
	MPI_Type_contiguous(2, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Waitall(2, requests, statuses);
	MPI_Sendrecv(matrix[2], 1, type, 1 - rank, 1, matrix[3], 1, type, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
