// Reads until the end of the file: the last read gets nothing.
#include <mpi.h>
#include <stdio.h>

enum { block = 100, total = 250 };

int main(int argc, char **argv)
{
	char data[total] = {0};
	int rank, n, sum = 0;
	MPI_Status status;
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
		do {
			MPI_File_read(file, data, block, MPI_BYTE, &status);
			MPI_Get_count(&status, MPI_BYTE, &n);
			for (int i = 0; i < n; i++)
				sum += data[i];
		} while (n > 0);
		printf("%d\n", sum);
	}
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
