// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Open_port is not supported with its network module
// The hints for a port are freed after the port is opened. Another port is opened without hints.
#include <mpi.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME];
	MPI_Info hints;

	MPI_Init(&argc, &argv);
	MPI_Info_create(&hints);
	MPI_Open_port(hints, port);
	MPI_Info_free(&hints);
	MPI_Close_port(port);
	MPI_Open_port(MPI_INFO_NULL, port);
	MPI_Close_port(port);
	MPI_Finalize();
	return 0;
}
