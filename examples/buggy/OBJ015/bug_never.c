// The program misspells the name that it unpublishes.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int rank, failed;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	if (rank == 0) {
		failed = MPI_Unpublish_name("ocaen", MPI_INFO_NULL, "port"); // want OBJ015 "MPI_Unpublish_name of \"ocaen\", which the rank has not published"
		printf("unpublished: %s\n", failed ? "no" : "yes");
	}
	MPI_Finalize();
	return 0;
}
