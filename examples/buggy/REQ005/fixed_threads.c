// gomarmot: flag=-pthread
// One thread waits for the request, and the main thread waits for this thread.
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
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		pthread_create(&thread, NULL, waiter, &request);
		pthread_join(thread, NULL);
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
