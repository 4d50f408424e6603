// Rank 0 reads two blocks by its individual file pointer, while rank 1 writes the second block.
#include <mpi.h>

enum { block = 4 };

int main(int argc, char **argv)
{
	int rank, data[3 * block] = {0};
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_WORLD, "on.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	if (rank == 0)
		MPI_File_write_at(file, 0, data, 3 * block, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_sync(file);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_sync(file);
	if (rank == 0) {
		MPI_File_read(file, data, block, MPI_INT, MPI_STATUS_IGNORE);
		MPI_File_read(file, data, block, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_read"
	} else {
		MPI_File_write_at(file, block, data, block, MPI_INT, MPI_STATUS_IGNORE);
	}
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
