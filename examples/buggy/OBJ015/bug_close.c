// gomarmot: skip-mpich a port of Debian's MPICH cannot be opened
// The server closes its port while clients can still find the port by its name.
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
		MPI_Close_port(port); // want OBJ015 "MPI_Close_port of a port whose name \"ocean\" is still published"
		MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
	}
	MPI_Finalize();
	return 0;
}
