// An array may repeat MPI_REQUEST_NULL, an inactive persistent request, and a handle value
// that operations share which are complete at once.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, flag;
	MPI_Request requests[6];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Send_init(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[0]);
	requests[1] = requests[0];
	requests[2] = requests[3] = MPI_REQUEST_NULL;
	MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[4]);
	MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[5]);
	MPI_Waitall(6, requests, statuses);
	MPI_Testall(6, requests, &flag, statuses);
	MPI_Request_free(&requests[0]);
	MPI_Finalize();
	return 0;
}
