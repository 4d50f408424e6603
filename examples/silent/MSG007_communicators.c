// gomarmot: ranks=2
// Messages with the same tag on MPI_COMM_WORLD and on a duplicate, which is freed while its message is pending.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	MPI_Status statuses[4];
	int in[2] = {0}, out = 1;
	MPI_Comm dup;
	MPI_Request requests[2];
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &dup);
	if (rank == 0) {
		MPI_Isend(&out, 1, MPI_INT, 1, 0, dup, &requests[0]);
		MPI_Isend(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
	} else {
		MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
		MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, dup, &requests[1]);
	}
	MPI_Comm_free(&dup);
	MPI_Waitall(2, requests, statuses);
	MPI_Finalize();
	return 0;
}
