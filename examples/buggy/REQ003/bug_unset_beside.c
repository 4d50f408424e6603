// gomarmot: ranks=1
// One of two requests was never set. Errors are fatal: the program ends in the call.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int sent = 3, received;
	MPI_Request requests[2];

	MPI_Init(&argc, &argv);
	memset(requests, 0x52, sizeof requests);
	MPI_Irecv(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
	MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); // want REQ003 "MPI_Waitall on an invalid request handle: array_of_requests.1. is 0x(52){4,8}, and no call on this rank created that$"
	MPI_Finalize();
	return 0;
}
