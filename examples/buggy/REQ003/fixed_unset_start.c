// gomarmot: ranks=1
// The program starts the request that it has created.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int received;
	MPI_Request requests[2];

	MPI_Init(&argc, &argv);
	memset(requests, 0x52, sizeof requests);
	MPI_Recv_init(&received, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[1]);
	MPI_Startall(1, &requests[1]);
	MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
	MPI_Request_free(&requests[1]);
	MPI_Finalize();
	return 0;
}
