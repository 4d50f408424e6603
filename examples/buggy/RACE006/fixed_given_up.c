// gomarmot: access=auto
// Rank 0 frees the request of its send, and stores to the buffer once rank 1 has answered.
// A send to MPI_PROC_NULL uses no buffer, and a buffered send has copied its data.
#include <mpi.h>
#include <stdlib.h>

static int values[40000];

int main(int argc, char **argv)
{
	int rank, round, answer = 0, size = 4000 + MPI_BSEND_OVERHEAD;
	static int in[40000];
	void *room = malloc(size);
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Buffer_attach(room, size);
	for (round = 0; round < 2; round++)
		if (rank == 0) {
			values[39999] = round;
			MPI_Isend(values, 40000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
			MPI_Request_free(&request);
			MPI_Recv(&answer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			values[0] = round;
			MPI_Isend(values, 40000, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
			MPI_Request_free(&request);
			values[0]++;
			MPI_Ibsend(values, 100, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
			MPI_Request_free(&request);
			values[0]++;
		} else if (rank == 1) {
			MPI_Recv(in, 40000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Send(&answer, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
			MPI_Recv(in, 100, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		}
	MPI_Buffer_detach(&room, &size);
	MPI_Finalize();
	free(room);
	return 0;
}
