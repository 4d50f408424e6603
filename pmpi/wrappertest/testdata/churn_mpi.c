/*
 * Short-lived threads under a real MPI, four at a time: each puts its number
 * at its place in the window of the other rank. Between the waves the main
 * thread makes collective calls. With an argument, the last rank kills itself
 * in the wave of that number.
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { AT_ONCE = 4, WAVES = 150 };

static MPI_Win win;
static int *memory, peer;

static void *work(void *arg)
{
	const int i = (int)(intptr_t)arg;

	MPI_Put(&i, 1, MPI_INT, peer, i, 1, MPI_INT, win);
	MPI_Win_flush(peer, win);
	return NULL;
}

static void wave(int k)
{
	pthread_t thread[AT_ONCE];

	for (int i = 0; i < AT_ONCE; i++)
		if (pthread_create(&thread[i], NULL, work, (void *)(intptr_t)(k * AT_ONCE + i)))
			MPI_Abort(MPI_COMM_WORLD, 3);
	for (int i = 0; i < AT_ONCE; i++)
		pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
	const int kill_at = argc > 1 ? atoi(argv[1]) : -1;
	int provided, rank, size;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (provided != MPI_THREAD_MULTIPLE)
		MPI_Abort(MPI_COMM_WORLD, 2);
	peer = (rank + 1) % size;
	MPI_Win_allocate(WAVES * AT_ONCE * (int)sizeof(int), sizeof(int), MPI_INFO_NULL,
		MPI_COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	for (int k = 0; k < WAVES; k++) {
		wave(k);
		if (k == kill_at && rank == size - 1)
			kill(getpid(), SIGKILL);
		if (k % 50 == 0)
			MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_Win_unlock_all(win);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < WAVES * AT_ONCE; i++)
		if (memory[i] != i)
			MPI_Abort(MPI_COMM_WORLD, 4);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
