// gomarmot: ranks=2 flag=-pthread
// A second thread completes the receive; only then does the main thread
// broadcast from or into the buffer.
#include <mpi.h>
#include <pthread.h>

static void *waiter(void *request)
{
	MPI_Wait((MPI_Request *)request, MPI_STATUS_IGNORE);
	return NULL;
}

int main(int argc, char **argv)
{
	int rank, value = 3, other = 4, provided;
	pthread_t thread;
	MPI_Request request;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	if (provided < MPI_THREAD_MULTIPLE) {
		MPI_Finalize();
		return 0;
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
	pthread_create(&thread, NULL, waiter, &request);
	MPI_Send(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
	pthread_join(thread, NULL);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
