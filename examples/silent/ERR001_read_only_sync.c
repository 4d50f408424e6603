// A reader synchronizes its handle, as the standard asks for; some MPI libraries refuse that with a read-only handle.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int value = 42, rank;
	MPI_File out, in;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_WORLD, "sync.data", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &out);
	MPI_File_open(MPI_COMM_WORLD, "sync.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
	if (rank == 0)
		MPI_File_write_at(out, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_sync(out);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_sync(in);
	MPI_File_read_at(in, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
	printf("%d\n", value);
	MPI_File_close(&in);
	MPI_File_close(&out);
	MPI_Finalize();
	return 0;
}
