// Names whose publication fails, or whose server of names may be missing, with an error handler that returns errors.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME] = "port";
	int failed;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	for (int i = 0; i < 2; i++) {
		if (MPI_Open_port(MPI_INFO_NULL, port))
			continue;
		failed = MPI_Publish_name("lake", MPI_INFO_NULL, port);
		failed += MPI_Unpublish_name("lake", MPI_INFO_NULL, port);
		failed += MPI_Close_port(port);
		printf("%d\n", failed);
	}
	MPI_Finalize();
	return 0;
}
