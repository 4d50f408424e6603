// gomarmot: ranks=1
// A packed header and row are unpacked into separate variables.
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
	MPI_Unpack(all, sizeof all, &position, row, N, MPI_INT, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
