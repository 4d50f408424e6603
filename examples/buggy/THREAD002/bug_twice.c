// gomarmot: ranks=1
// gomarmot: skip-openmpi it ends the process so quickly that only the report has the finding
// A library initializes MPI without asking whether MPI is initialized.
#include <mpi.h>
#include <stddef.h>

static void start_library(void)
{
	int provided;

	MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided); // want THREAD002 "MPI_Init_thread is called, but MPI is already initialized"
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	start_library();
	MPI_Finalize();
	return 0;
}
