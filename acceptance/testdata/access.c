/*
 * Loads and stores of window memory and of pending buffers, between calls of all kinds; and those of no
 * interest: of other memory, of a buffer that is complete, of a window that is gone, of a forked child.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1024, SIDE = 10 };

static int *memory;

/* Makes no MPI calls: another thread reports its stores. */
static void *work(void *arg)
{
	for (int i = 0; i < 8; i++)
		memory[16 + i] = i;
	return arg;
}

static void in_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
}

static void in_child(void)
{
	const pid_t child = fork();
	int status = 0;

	if (!child) {
		for (int i = 0; i < N; i++)
			memory[i] = 1;
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		MPI_Abort(MPI_COMM_WORLD, 1);
}

static int windows(void)
{
	MPI_Win win;
	int sum = 0;

	MPI_Win_create(memory, N * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_fence(0, win);
	for (int i = 0; i < N; i += 4)
		memory[i] = i;
	MPI_Barrier(MPI_COMM_WORLD);
	in_thread();
	in_child();
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 8; i++)
		sum += memory[i];
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
	memory[1] = sum;
	return sum;
}

/* Each rank stores to what the other loads, as far as processor fences order it. */
static int shared(int rank)
{
	MPI_Win win;
	MPI_Aint size;
	int *mine, *first, unit, seen = 0;

	MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_Win_shared_query(win, 0, &size, &unit, &first);
	MPI_Win_lock_all(0, win);
	if (rank == 0) {
		first[1] = 7;
		__atomic_thread_fence(__ATOMIC_RELEASE);
		__atomic_store_n(&first[0], 1, __ATOMIC_RELAXED);
	} else {
		while (!__atomic_load_n(&first[0], __ATOMIC_RELAXED))
			__atomic_thread_fence(__ATOMIC_SEQ_CST);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		seen = first[1];
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	return seen;
}

/* A column of a matrix is sent while the program changes all of the matrix. */
static int messages(int other)
{
	int matrix[SIDE * SIDE] = {0}, received[SIDE * SIDE] = {0}, which;
	MPI_Request requests[2];
	MPI_Datatype column;

	MPI_Type_vector(SIDE, 2, SIDE, MPI_INT, &column);
	MPI_Type_commit(&column);
	MPI_Irecv(received, 1, column, other, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Isend(matrix, 1, column, other, 0, MPI_COMM_WORLD, &requests[1]);
	for (int i = 0; i < SIDE * SIDE; i++)
		matrix[i]++;
	MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
	MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
	for (int i = 0; i < SIDE * SIDE; i++)
		matrix[i] += received[i];
	MPI_Type_free(&column);
	return matrix[5];
}

int main(int argc, char **argv)
{
	int rank, provided, result;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	memory = calloc(N, sizeof *memory);
	if (!memory)
		return 1;
	result = windows();
	result += shared(rank);
	result += messages(1 - rank);
	free(memory);
	MPI_Finalize();
	printf("rank %d: %d\n", rank, result);
}
