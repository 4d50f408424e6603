// gomarmot: skip-mpich a port of Debian's MPICH cannot be opened
// A server publishes two names for one port, and one of them again after it was unpublished. Another rank looks the
// name up. The port stays open, but no name of it.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "";
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Open_port(MPI_INFO_NULL, port);
		MPI_Publish_name("ocean", MPI_INFO_NULL, port);
		MPI_Publish_name("sea", MPI_INFO_NULL, port);
	}
	MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
	if (rank == 1) {
		MPI_Lookup_name("ocean", MPI_INFO_NULL, found);
		if (strcmp(port, found))
			MPI_Abort(MPI_COMM_WORLD, 1);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0) {
		MPI_Unpublish_name("sea", MPI_INFO_NULL, port);
		MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
		MPI_Publish_name("ocean", MPI_INFO_NULL, port);
		MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
	}
	MPI_Finalize();
	return 0;
}
