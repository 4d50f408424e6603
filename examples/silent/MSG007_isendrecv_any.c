// gomarmot: ranks=3
// MPI_Isendrecv receives from any source, and MPI_Isendrecv_replace with any tag.
// Where the MPI library does not set the status, the source and the tag of the message
// are unknown. With an MPI before 4.0, the program calls MPI_Irecv and MPI_Send.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, mine, other = -1;
	MPI_Request request;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	mine = rank;
#if MPI_VERSION >= 4
	MPI_Isendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 3, &other, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, &status);
	MPI_Isendrecv_replace(&mine, 1, MPI_INT, (rank + 1) % size, 4, (rank + size - 1) % size, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
	MPI_Waitall(1, &request, &status);
#else
	MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
	MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD);
	MPI_Wait(&request, &status);
#endif
	MPI_Finalize();
	return 0;
}
