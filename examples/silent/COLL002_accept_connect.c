// gomarmot: ranks=4
// gomarmot: skip-mpich a port of Debian's MPICH cannot be opened
// gomarmot: skip-openmpi-5.0 there it hangs or fails now and then, without gomarmot, too
// One half of the job connects to the other half. Both get the same intercommunicator:
// one half from MPI_Comm_accept, the other half from MPI_Comm_connect.
#include <mpi.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME];
	int rank, here, half, got = -1;
	MPI_Comm mine, other;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	half = rank / 2;
	MPI_Comm_split(MPI_COMM_WORLD, half, 0, &mine);
	MPI_Comm_rank(mine, &here);
	if (rank == 0) {
		MPI_Open_port(MPI_INFO_NULL, port);
		MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 2, 0, MPI_COMM_WORLD);
	}
	if (rank == 2)
		MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 0; i < 2; i++) {
		if (half == 0)
			MPI_Comm_accept(port, MPI_INFO_NULL, 0, mine, &other);
		else
			MPI_Comm_connect(port, MPI_INFO_NULL, 0, mine, &other);
		MPI_Sendrecv(&rank, 1, MPI_INT, here, 0, &got, 1, MPI_INT, here, 0, other, MPI_STATUS_IGNORE);
		MPI_Barrier(other);
		MPI_Comm_disconnect(&other);
	}
	if (rank == 0)
		MPI_Close_port(port);
	MPI_Comm_free(&mine);
	MPI_Finalize();
	return 0;
}
