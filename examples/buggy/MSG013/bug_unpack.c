// gomarmot: ranks=1
// A row is unpacked into the buffer that holds the packed header and row.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int header = N, position = 0, row[N] = {0}, all[2 * N] = {0};

	MPI_Init(&argc, &argv);
	MPI_Pack(&header, 1, MPI_INT, all, sizeof all, &position, MPI_COMM_WORLD);
	MPI_Pack(row, N, MPI_INT, all, sizeof all, &position, MPI_COMM_WORLD);
	position = 0;
	MPI_Unpack(all, sizeof all, &position, &header, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Unpack(all, sizeof all, &position, all, N, MPI_INT, MPI_COMM_WORLD); // want MSG013 "MPI_Unpack unpacks 8 MPI_INT into memory that they are in"
	MPI_Finalize();
	return 0;
}
