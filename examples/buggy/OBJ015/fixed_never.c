// The program unpublishes the name that it has published, if it could be published.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME];
	int rank, failed;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	if (rank == 0 && MPI_Open_port(MPI_INFO_NULL, port) == MPI_SUCCESS) {
		failed = MPI_Publish_name("ocean", MPI_INFO_NULL, port);
		if (!failed)
			failed = MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
		printf("unpublished: %s\n", failed ? "no" : "yes");
	}
	MPI_Finalize();
	return 0;
}
