// gomarmot: flag=-pthread
// gomarmot: hang
// Two threads wait for one request.
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static void *waiter(void *request)
{
	MPI_Request copy = *(MPI_Request *)request;

	MPI_Wait(&copy, MPI_STATUS_IGNORE); // want REQ005 "MPI_Wait of the request of MPI_Irecv while another thread is in MPI_Wait"
	return NULL;
}

int main(int argc, char **argv)
{
	int rank, value = 3, provided;
	pthread_t threads[2];
	MPI_Request request;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		for (int i = 0; i < 2; i++)
			pthread_create(&threads[i], NULL, waiter, &request);
		for (int i = 0; i < 2; i++)
			pthread_join(threads[i], NULL);
	} else if (rank == 1) {
		sleep(1);
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
