// gomarmot: ranks=2
// A split collective write begins on a buffer that a receive is still filling.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv)
{
	int rank, values[N] = {0}, other[N] = {0};
	MPI_Request request;
	MPI_File fh;
	MPI_Offset at;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	at = rank * (MPI_Offset)sizeof values;
	MPI_File_open(MPI_COMM_WORLD, "race003_split.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
	MPI_Irecv(values, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
	MPI_File_write_at_all_begin(fh, at, values, N, MPI_INT); // want RACE003 "MPI_File_write_at_all_begin reads 400 bytes of buf of the pending MPI_Irecv, which writes to them"
	MPI_File_write_at_all_end(fh, values, MPI_STATUS_IGNORE);
	MPI_Send(other, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_close(&fh);
	MPI_Finalize();
	return 0;
}
