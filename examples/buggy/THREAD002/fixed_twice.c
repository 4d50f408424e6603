// gomarmot: ranks=1
// The library initializes MPI only if MPI is not initialized yet.
#include <mpi.h>
#include <stddef.h>

static void start_library(void)
{
	int provided, done;

	MPI_Initialized(&done);
	if (!done)
		MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	start_library();
	MPI_Finalize();
	return 0;
}
