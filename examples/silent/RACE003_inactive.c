// gomarmot: ranks=2
// Persistent requests share a buffer, but are never active at the same time.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int value = 0;
	MPI_Request send, receive;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Send_init(&value, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &send);
	MPI_Recv_init(&value, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &receive);
	for (int i = 0; i < 3; i++) {
		MPI_Request first = rank == 0 ? send : receive, second = rank == 0 ? receive : send;
		MPI_Start(&first);
		MPI_Wait(&first, MPI_STATUS_IGNORE);
		MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
		MPI_Start(&second);
		MPI_Wait(&second, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&send);
	MPI_Request_free(&receive);
	MPI_Finalize();
	return 0;
}
