// gomarmot: ranks=1
// Two requests are started, of which only the second was created. Errors are fatal: the program ends in the call.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int received;
	MPI_Request requests[2];

	MPI_Init(&argc, &argv);
	memset(requests, 0x52, sizeof requests);
	MPI_Recv_init(&received, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[1]);
	MPI_Startall(2, requests); // want REQ003 "MPI_Startall on an invalid request handle"
	MPI_Finalize();
	return 0;
}
