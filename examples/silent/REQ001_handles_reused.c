// gomarmot: flag=-pthread
// Two threads share only the MPI library, which may give a handle value to one thread before the call with which the
// other thread freed the value has returned.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 100, MANY = 40 };

static MPI_Comm comms[2];

/* Persistent requests that are never started. */
static void give_up(MPI_Comm comm)
{
	MPI_Request requests[MANY];
	int values[MANY];

	for (int i = 0; i < MANY; i++)
		MPI_Recv_init(&values[i], 1, MPI_INT, 0, i, comm, &requests[i]);
	for (int i = 0; i < MANY; i++)
		MPI_Request_free(&requests[i]);
}

/* Persistent requests that are started once. */
static void repeat(MPI_Comm comm)
{
	MPI_Request requests[2];
	int from = 1, to;

	MPI_Recv_init(&to, 1, MPI_INT, 0, 0, comm, &requests[0]);
	MPI_Send_init(&from, 1, MPI_INT, 0, 0, comm, &requests[1]);
	MPI_Startall(2, requests);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[1]);
}

static void message(MPI_Comm comm)
{
	MPI_Request requests[2 * MANY];
	int from[MANY] = {0}, to[MANY];

	for (int i = 0; i < MANY; i++)
		MPI_Irecv(&to[i], 1, MPI_INT, 0, i, comm, &requests[i]);
	for (int i = 0; i < MANY; i++)
		MPI_Isend(&from[i], 1, MPI_INT, 0, i, comm, &requests[MANY + i]);
	MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE);
}

static void matched(MPI_Comm comm)
{
	MPI_Request request;
	MPI_Message found;
	int from = 1, to;

	MPI_Isend(&from, 1, MPI_INT, 0, 0, comm, &request);
	MPI_Mprobe(0, 0, comm, &found, MPI_STATUS_IGNORE);
	MPI_Mrecv(&to, 1, MPI_INT, &found, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void types(int n)
{
	MPI_Datatype type, copy;

	for (int i = 0; i < MANY; i++) {
		MPI_Type_contiguous(n + 1, MPI_INT, &type);
		MPI_Type_dup(type, &copy);
		MPI_Type_free(&type);
		MPI_Type_free(&copy);
	}
}

static void *work(void *number)
{
	const int n = *(int *)number;

	for (int i = 0; i < ROUNDS; i++) {
		if (n == 0)
			give_up(comms[n]);
		else
			message(comms[n]);
		repeat(comms[n]);
		matched(comms[n]);
		types(n);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int level, numbers[2] = {0, 1};
	pthread_t threads[2];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	if (level < MPI_THREAD_MULTIPLE)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < 2; i++)
		MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &numbers[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 2; i++)
		MPI_Comm_free(&comms[i]);
	MPI_Finalize();
	return 0;
}
