// gomarmot: flag=-pthread
// A second thread on each rank completes the request through a copy of the handle.
#include <mpi.h>
#include <pthread.h>

static void *waiter(void *request)
{
	MPI_Request copy = *(MPI_Request *)request;

	MPI_Wait(&copy, MPI_STATUS_IGNORE);
	return NULL;
}

int main(int argc, char **argv)
{
	int rank, value = 3, provided;
	pthread_t thread;
	MPI_Request request;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	if (provided < MPI_THREAD_MULTIPLE) {
		MPI_Finalize();
		return 0;
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
	else
		MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
	pthread_create(&thread, NULL, waiter, &request);
	pthread_join(thread, NULL);
	MPI_Finalize();
	return 0;
}
