// gomarmot: ranks=3
// Ranks 1 and 2 of MPI_COMM_WORLD are ranks 0 and 1 of the remote group of rank 0. The
// program passes ranks of MPI_COMM_WORLD.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 7;
	MPI_Comm half, inter;
	MPI_Request request = MPI_REQUEST_NULL;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &inter);
	MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 1, 0, inter);
		MPI_Send(&value, 1, MPI_INT, 2, 0, inter); // want MSG001 "to rank 2 of .*, but its remote group has only ranks 0 to 1"
	} else if (rank == 2) {
		MPI_Recv(&value, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
		if (MPI_Irecv(&value, 1, MPI_INT, 1, 1, inter, &request)) // want MSG001 "MPI_Irecv from rank 1 of .*, but its remote group has only ranks 0 to 0"
			request = MPI_REQUEST_NULL;
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
	MPI_Finalize();
	return 0;
}
