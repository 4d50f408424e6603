// gomarmot: ranks=1
// A header and a row are packed into the buffer that holds the row.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int header = N, position = 0, all[2 * N] = {0};

	MPI_Init(&argc, &argv);
	MPI_Pack(&header, 1, MPI_INT, all, sizeof all, &position, MPI_COMM_WORLD);
	MPI_Pack(all + 4, N, MPI_INT, all, sizeof all, &position, MPI_COMM_WORLD); // want MSG013 "MPI_Pack packs 8 MPI_INT into memory that they are in"
	MPI_Finalize();
	return 0;
}
