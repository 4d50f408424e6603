// gomarmot: ranks=2
// The program frees an active send and cancels a receive: it alone is responsible
// for knowing when MPI no longer uses their buffers.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int values[3] = {0};
	MPI_Request requests[3];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Isend(&values[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Request_free(&requests[0]);
	MPI_Recv(&values[1], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Bcast(&values[0], 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Irecv(&values[2], 1, MPI_INT, peer, 9, MPI_COMM_WORLD, &requests[2]);
	MPI_Cancel(&requests[2]);
	MPI_Bcast(&values[2], 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
