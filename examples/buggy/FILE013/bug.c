// Rank 1 reads 100 integers where the file has 60 left: the rest of its buffer keeps what was there.
#include <mpi.h>
#include <stdio.h>

enum { total = 160, part = 100 };

int main(int argc, char **argv)
{
	int rank, value[total];
	long sum = 0;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < total; i++)
		value[i] = 1;
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
	if (rank == 0)
		MPI_File_write_at(file, 0, value, total, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_File_read_at(file, rank * part * (MPI_Offset)sizeof *value, value, part, MPI_INT, MPI_STATUS_IGNORE); // want FILE013 "gets 240 of the 400 bytes requested from offset 400, and the program ignores the status"
	for (int i = 0; i < part; i++)
		sum += value[i];
	printf("rank %d: %ld\n", rank, sum);
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
