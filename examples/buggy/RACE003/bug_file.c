// gomarmot: ranks=2
// MPI_Allreduce overwrites the buffer of a pending file write, and a second MPI_Allreduce
// reads the buffer of a pending file read.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv)
{
	int rank, values[N] = {0}, sum[N];
	MPI_Offset at;
	MPI_Request request;
	MPI_File fh;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	at = rank * (MPI_Offset)sizeof values;
	MPI_File_open(MPI_COMM_WORLD, "race003_file.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
	MPI_File_iwrite_at(fh, at, values, N, MPI_INT, &request);
	MPI_Allreduce(MPI_IN_PLACE, values, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want RACE003 "MPI_Allreduce writes to 400 bytes of buf of the pending MPI_File_iwrite_at, which reads them"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_iread_at(fh, at, values, N, MPI_INT, &request);
	MPI_Allreduce(values, sum, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want RACE003 "MPI_Allreduce reads 400 bytes of buf of the pending MPI_File_iread_at, which writes to them"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_close(&fh);
	MPI_Finalize();
	return 0;
}
