/*
 * Eight threads of each rank in windows and files at once. Thread i has a
 * window and a file of its own, and its part of a window that all use. Each
 * round of a thread is the list in threads_test.go; the displacement or offset
 * tells the thread and the round.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, ROUNDS = 60 };

static MPI_Win shared, own[THREADS];
static MPI_File file[THREADS];
static int *shared_memory, *own_memory[THREADS];
static int rank, peer;

static void check(int ok, const char *what)
{
	if (!ok) {
		fprintf(stderr, "rank %d: %s\n", rank, what);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static void window_round(int i, int k)
{
	const int value = i * ROUNDS + k;
	int got = -1, done = 0;
	MPI_Request request;

	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, own[i]);
	MPI_Put(&value, 1, MPI_INT, peer, k, 1, MPI_INT, own[i]);
	MPI_Win_unlock(peer, own[i]);
	MPI_Rput(&value, 1, MPI_INT, peer, value, 1, MPI_INT, shared, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Win_flush(peer, shared);
	MPI_Rget(&got, 1, MPI_INT, peer, value, 1, MPI_INT, shared, &request);
	while (!done)
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	check(got == value, "a thread gets what it has put");
}

static void file_round(int i, int k)
{
	const int value = 1000 * i + k, later = value + 500;
	int got = -1;

	MPI_File_write_at(file[i], k, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_read_at(file[i], k, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
	check(got == value, "a thread reads what it has written");
	if (i) /* ROMIO waits for other ranks with a lock that all its calls take */
		return;
	MPI_File_write_at_all_begin(file[i], ROUNDS + k, &later, 1, MPI_INT);
	MPI_Win_sync(shared);
	MPI_File_write_at_all_end(file[i], &later, MPI_STATUS_IGNORE);
}

static void *work(void *arg)
{
	const int i = (int)(intptr_t)arg;

	for (int k = 0; k < ROUNDS; k++) {
		window_round(i, k);
		file_round(i, k);
	}
	return NULL;
}

static void open_all(MPI_Comm *comms)
{
	MPI_Win_allocate(THREADS * ROUNDS * (int)sizeof(int), sizeof(int), MPI_INFO_NULL,
		MPI_COMM_WORLD, &shared_memory, &shared);
	MPI_Win_lock_all(0, shared);
	for (int i = 0; i < THREADS; i++) {
		char name[32];

		snprintf(name, sizeof name, "data%d", i);
		MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
		MPI_Win_allocate(ROUNDS * (int)sizeof(int), sizeof(int), MPI_INFO_NULL, comms[i],
			&own_memory[i], &own[i]);
		MPI_File_open(
			comms[i], name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file[i]);
		/* the ranks' parts of the file lie side by side */
		MPI_File_set_view(file[i], rank * 2 * ROUNDS * (int)sizeof(int), MPI_INT, MPI_INT,
			"native", MPI_INFO_NULL);
	}
}

static void close_all(MPI_Comm *comms)
{
	MPI_Win_unlock_all(shared);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < THREADS; i++) {
		for (int k = 0; k < ROUNDS; k++) {
			check(shared_memory[i * ROUNDS + k] == i * ROUNDS + k, "the shared window");
			check(own_memory[i][k] == i * ROUNDS + k, "a thread's window");
		}
		MPI_File_close(&file[i]);
		MPI_Win_free(&own[i]);
		MPI_Comm_free(&comms[i]);
	}
	MPI_Win_free(&shared);
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	MPI_Comm comms[THREADS];
	int provided, size;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	check(provided == MPI_THREAD_MULTIPLE, "no MPI_THREAD_MULTIPLE");
	peer = (rank + 1) % size;
	open_all(comms);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	close_all(comms);
	MPI_Finalize();
	return 0;
}
