// gomarmot: ranks=2
// Two receives that are started together have common bytes, and other calls write to the
// buffer of a pending send.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[3] = {0};
	MPI_Request requests[3];
	MPI_Status statuses[3];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Send_init(&values[2], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Recv_init(&values[0], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
	MPI_Recv_init(&values[0], 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[2]);
	MPI_Startall(3, requests); // want RACE003 "MPI_Startall of the request of MPI_Recv_init writes to 4 bytes of buf of the pending operation of MPI_Recv_init, which writes to them"
	MPI_Send(&values[2], 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
	MPI_Bcast(&values[2], 1, MPI_INT, 0, MPI_COMM_WORLD); // want RACE003 "MPI_Bcast writes to 4 bytes of buf of the pending operation of MPI_Send_init, which reads them"
	MPI_Waitall(3, requests, statuses);
	MPI_Start(&requests[0]);
	MPI_Recv(&values[2], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE003 "MPI_Recv writes to 4 bytes of buf of the pending operation of MPI_Send_init, which reads them"
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	for (int i = 0; i < 3; i++)
		MPI_Request_free(&requests[i]);
	MPI_Finalize();
	return 0;
}
