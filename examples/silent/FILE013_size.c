// Blocks of equal size, the last of which is shorter: the program knows the size of the file.
#include <mpi.h>
#include <stdio.h>

enum { block = 100, total = 250 };

int main(int argc, char **argv)
{
	char data[total] = {0};
	int rank, sum = 0;
	MPI_Offset size;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
	if (rank == 0)
		MPI_File_write_at(file, 0, data, total, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	if (rank == 0) {
		MPI_File_get_size(file, &size);
		for (MPI_Offset at = 0; at < size; at += block) {
			MPI_File_read_at(file, at, data, block, MPI_BYTE, MPI_STATUS_IGNORE);
			for (int i = 0; i < block && at + i < size; i++)
				sum += data[i];
		}
		printf("%d\n", sum);
	}
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
