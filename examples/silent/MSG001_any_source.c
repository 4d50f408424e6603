// MPI_ANY_SOURCE in receives and probes of all kinds.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	MPI_Status statuses[4];
	int in = 0, out = 1;
	MPI_Message message;
	MPI_Request request;
	MPI_Status status;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank > 0) {
		for (int i = 0; i < 8; i++)
			MPI_Send(&out, 1, MPI_INT, 0, i < 6 ? i % 3 : 3, MPI_COMM_WORLD);
	} else {
		for (int i = 0; i < 2; i++) {
			MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
			MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
			MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &message, &status);
			MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
		}
		MPI_Recv_init(&in, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
		for (int i = 0; i < 2; i++) {
			MPI_Startall(1, &request);
			MPI_Waitall(1, &request, statuses);
		}
		MPI_Request_free(&request);
	}
	MPI_Finalize();
	return 0;
}
