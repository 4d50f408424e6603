// gomarmot: ranks=1
// The hints for a port are freed before the port is opened.
#include <mpi.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME];
	MPI_Info hints, copy;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Info_create(&hints);
	copy = hints;
	MPI_Info_free(&hints);
	if (MPI_Open_port(copy, port) == MPI_SUCCESS) // want OBJ001 "argument info of MPI_Open_port, an info object, is already freed"
		MPI_Close_port(port);
	MPI_Finalize();
	return 0;
}
