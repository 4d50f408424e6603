// Rank 0 reads as many blocks as it has written.
#include <mpi.h>
#include <stdio.h>

enum { block = 64, blocks = 3 };

int main(int argc, char **argv)
{
	int rank;
	double value[block] = {0}, sum = 0;
	long header = blocks;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
	if (rank == 0) {
		MPI_File_write(file, &header, 1, MPI_LONG, MPI_STATUS_IGNORE);
		for (int i = 0; i < blocks; i++)
			MPI_File_write(file, value, block, MPI_DOUBLE, MPI_STATUS_IGNORE);
	}
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	if (rank == 0) {
		MPI_File_read(file, &header, 1, MPI_LONG, MPI_STATUS_IGNORE);
		for (int i = 0; i < header; i++) {
			MPI_File_read(file, value, block, MPI_DOUBLE, MPI_STATUS_IGNORE);
			sum += value[0];
		}
		printf("%g\n", sum);
	}
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
