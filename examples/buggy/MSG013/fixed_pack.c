// gomarmot: ranks=1
// A header and a row are packed in front of the row, and the row is unpacked behind the packed data.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int header = N, position = 0, all[3 * N] = {0};

	MPI_Init(&argc, &argv);
	MPI_Pack(&header, 1, MPI_INT, all, sizeof all, &position, MPI_COMM_WORLD);
	MPI_Pack(all + N + 1, N, MPI_INT, all, sizeof all, &position, MPI_COMM_WORLD);
	position = 0;
	MPI_Unpack(all, sizeof all, &position, &header, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Unpack(all, sizeof all, &position, all + N + 1, N, MPI_INT, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
