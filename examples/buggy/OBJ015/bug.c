// gomarmot: skip-mpich a port of Debian's MPICH cannot be opened
// The server unpublishes its name after the last client, and once more before it closes the port.
#include <mpi.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME];
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Open_port(MPI_INFO_NULL, port);
		MPI_Publish_name("ocean", MPI_INFO_NULL, port);
		MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
		MPI_Unpublish_name("ocean", MPI_INFO_NULL, port); // want OBJ015 "MPI_Unpublish_name of \"ocean\", which is already unpublished"
		MPI_Close_port(port);
	}
	MPI_Finalize();
	return 0;
}
