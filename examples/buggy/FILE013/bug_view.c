// The offset counts bytes, but offsets count etypes of the view, which are integers: rank 1 reads behind the end.
#include <mpi.h>
#include <stdio.h>

enum { part = 100 };

int main(int argc, char **argv)
{
	int rank, value[part];
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < part; i++)
		value[i] = rank;
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	MPI_File_write_at_all(file, rank * part, value, part, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	MPI_File_read_at(file, rank * part * (MPI_Offset)sizeof *value, value, part, MPI_INT, MPI_STATUS_IGNORE); // want FILE013 "gets none of the 400 bytes requested from offset 400"
	printf("rank %d: %d\n", rank, value[0]);
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
