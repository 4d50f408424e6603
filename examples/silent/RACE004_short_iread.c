// As RACE004_short_read, nonblocking.
// gomarmot: skip-openmpi its nonblocking read behind the end of a file may never be complete
// gomarmot: skip-romio its nonblocking reads say that they have got all data
#include <mpi.h>

enum { half = 100 };

int main(int argc, char **argv)
{
	char *memory, data[half] = {0};
	int rank, n;
	MPI_File file;
	MPI_Status status;
	MPI_Request request;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_WORLD, "short.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	if (rank == 0)
		MPI_File_write_at(file, 0, data, half, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_Win_allocate(rank == 0 ? 2 * half : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_fence(0, win);
	if (rank == 1)
		MPI_Put(data, half, MPI_BYTE, 0, half, half, MPI_BYTE, win);
	if (rank == 0) {
		MPI_File_iread_at(file, 0, memory, 2 * half, MPI_BYTE, &request);
		MPI_Wait(&request, &status);
		MPI_Get_count(&status, MPI_BYTE, &n);
	}
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
	MPI_File_close(&file);
	MPI_Finalize();
	return 0;
}
