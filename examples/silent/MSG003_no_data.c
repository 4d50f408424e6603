// gomarmot: ranks=2
// Null buffers with count 0, with a datatype of size 0, and with
// MPI_PROC_NULL at the other end; and MPI_BOTTOM with absolute addresses.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
	int rank;
	static int value = 1, got;
	MPI_Datatype empty, here, there;
	MPI_Aint address;
	int one = 1;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_contiguous(0, MPI_INT, &empty);
	MPI_Type_commit(&empty);
	MPI_Get_address(&value, &address);
	MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &here);
	MPI_Type_commit(&here);
	MPI_Get_address(&got, &address);
	MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &there);
	MPI_Type_commit(&there);
	if (rank == 0) {
		MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
		MPI_Send(NULL, 3, empty, 1, 1, MPI_COMM_WORLD);
		MPI_Send(MPI_BOTTOM, 1, here, 1, 2, MPI_COMM_WORLD);
	} else {
		MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(NULL, 3, empty, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(MPI_BOTTOM, 1, there, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); // Open MPI 4.1 wants memory even for MPI_PROC_NULL
	MPI_Send(NULL, 3, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
	MPI_Recv(NULL, 3, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Type_free(&empty);
	MPI_Type_free(&here);
	MPI_Type_free(&there);
	MPI_Finalize();
	return 0;
}
