// gomarmot: ranks=2
// Send and receive datatypes that differ but have the same sequence
// of basic types, packed data, and different names for one type.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	int matrix[4][4] = {{0}}, row[8] = {0}, position = 0;
	char packed[64] = {0};
	long wide = 1;
	MPI_Datatype column;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_vector(4, 1, 4, MPI_INT, &column);
	MPI_Type_commit(&column);
	if (rank == 0) {
		MPI_Send(matrix, 1, column, 1, 0, MPI_COMM_WORLD);
		MPI_Pack(row, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
		MPI_Send(packed, position, MPI_PACKED, 1, 1, MPI_COMM_WORLD);
		MPI_Send(row, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
		MPI_Send(row, sizeof row, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
		MPI_Send(&wide, 1, sizeof(long) == 8 ? MPI_INT64_T : MPI_INT32_T, 1, 4, MPI_COMM_WORLD);
	} else {
		MPI_Recv(row, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(row, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(packed, sizeof packed, MPI_PACKED, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(matrix, sizeof matrix, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(&wide, 1, MPI_LONG, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Type_free(&column);
	MPI_Finalize();
	return 0;
}
