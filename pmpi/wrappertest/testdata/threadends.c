/* Threads that end in odd ways: threadends WHAT; after each, a thread puts at 99. */
#define _GNU_SOURCE
#include "stub.h"

#include <sys/wait.h>

static int win;
static int *memory, origin;
static pthread_key_t key;

static void put(int at)
{
	MPI_Put(&origin, 1, INT_TYPE, 0, at, 1, INT_TYPE, win);
}

/* The stub's barrier waits forever. */
static void *waits(void *arg)
{
	put(1);
	MPI_Barrier(COMM_WORLD);
	return arg;
}

static void cancelled(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, waits, NULL);
	usleep(20000); /* by then it is usually in the barrier */
	pthread_cancel(thread);
	pthread_join(thread, NULL);
}

static volatile int asked;

/* Wherever it is cancelled: even between the parts of one record. */
static void *asks_forever(void *arg)
{
	int rank;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;) {
		MPI_Comm_rank(COMM_WORLD, &rank);
		asked = 1;
	}
	return arg;
}

static void cancelled_anywhere(void)
{
	for (int i = 0; i < 2000; i++) {
		pthread_t thread;

		asked = 0;
		pthread_create(&thread, NULL, asks_forever, NULL);
		while (!asked)
			usleep(10);
		pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
}

static void late_call(void *arg)
{
	(void)arg;
	put(2);
}

static void *calls_in_destructor(void *arg)
{
	put(1);
	pthread_setspecific(key, memory);
	return arg;
}

/* The child continues alone and ends as a thread. */
static void *forks(void *arg)
{
	int status;

	put(1);
	if (fork() == 0) {
		put(-1);
		return arg;
	}
	wait(&status);
	put(2);
	return arg;
}

static void *lasts(void *arg)
{
	put(99);
	return arg;
}

static void in_thread(void *(*what)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, what, NULL) || pthread_join(thread, NULL))
		exit(3);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int provided;

	MPI_Init_thread(&argc, &argv, 3, &provided);
	pthread_key_create(&key, late_call);
	MPI_Win_allocate(400, 4, INFO_NULL, COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	if (!strcmp(what, "cancel"))
		cancelled();
	else if (!strcmp(what, "anywhere"))
		cancelled_anywhere();
	else if (!strcmp(what, "destructor"))
		in_thread(calls_in_destructor);
	else if (!strcmp(what, "fork"))
		in_thread(forks);
	in_thread(lasts);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
