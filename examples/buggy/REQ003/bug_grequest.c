// gomarmot: ranks=1
// The operation of a generalized request is completed twice.
#include <mpi.h>
#include <stddef.h>

static int query(void *state, MPI_Status *status)
{
	(void)state;
	MPI_Status_set_elements(status, MPI_BYTE, 0);
	MPI_Status_set_cancelled(status, 0);
	return MPI_SUCCESS;
}

static int release(void *state)
{
	(void)state;
	return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
	(void)state, (void)complete;
	return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
	MPI_Request own;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Grequest_start(query, release, cancel, NULL, &own);
	MPI_Grequest_complete(own);
	MPI_Grequest_complete(own); // want REQ003 "MPI_Grequest_complete of a generalized request whose operation is already complete"
	MPI_Wait(&own, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
