// A program that looks for a header in a file which it may have created just now.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int header[4] = {0}, rank;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_WORLD, "new.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_File_read_at(file, 0, header, 4, MPI_INT, MPI_STATUS_IGNORE);
	if (rank == 0)
		printf("%s\n", header[0] ? "old" : "new");
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
