/*
 * Threads that come and go: churn THREADS ALIVE KILL [REST]. THREADS in all,
 * ALIVE at once. Each puts once, with its number as displacement; the process
 * kills itself when KILL have put. When REST have been started, all end, and
 * the next ones wait until the rings that no thread needs are gone.
 */
#include "stub.h"

#include <dirent.h>
#include <signal.h>

static int win, kill_at, done;
static int *memory, origin;

static void *work(void *arg)
{
	MPI_Put(&origin, 1, INT_TYPE, 0, (intptr_t)arg, 1, INT_TYPE, win);
	MPI_Win_flush(0, win);
	if (__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST) == kill_at)
		kill(getpid(), SIGKILL);
	return NULL;
}

static int rings(void)
{
	DIR *dir = opendir("run.log.d");
	struct dirent *e;
	int n = 0;

	while (dir && (e = readdir(dir)))
		n += strstr(e->d_name, ".ring") != NULL;
	if (dir)
		closedir(dir);
	return n;
}

static void rest(void)
{
	while (rings() > 20)
		usleep(10000);
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 1, alive = argc > 2 ? atoi(argv[2]) : 1;
	pthread_t *thread = calloc((size_t)alive, sizeof *thread);
	const int rest_at = argc > 4 ? atoi(argv[4]) : -1;
	pthread_attr_t attr;
	int provided;

	kill_at = argc > 3 ? atoi(argv[3]) : -1;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 << 10);
	MPI_Init_thread(&argc, &argv, 3, &provided);
	MPI_Win_allocate(4 * (int64_t)n, 4, INFO_NULL, COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	for (intptr_t i = 0; i < n + alive; i++) {
		if (i >= alive && thread[i % alive])
			pthread_join(thread[i % alive], NULL);
		if (i == rest_at) {
			for (int k = 0; k < alive; k++)
				if (k != i % alive)
					pthread_join(thread[k], NULL);
			memset(thread, 0, (size_t)alive * sizeof *thread);
			rest();
		}
		if (i < n && pthread_create(&thread[i % alive], &attr, work, (void *)i))
			exit(3);
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
