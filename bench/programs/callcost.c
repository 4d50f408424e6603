/*
 * The time of a recorded call on its thread. Bursts of calls run against a libmpi that does
 * nothing: MPI_Put, tests and probes that find nothing, receives whose
 * status the program ignores, MPI_Waitall for many requests. A burst is shorter than a ring, and
 * the thread rests after it until the drain has caught up: so a burst never waits for the drain.
 * Handles have MPICH's values; no mpi.h is needed.
 *
 * usage: callcost threads bursts calls-per-burst rest-in-microseconds put|test|iprobe|recv|waitall
 * prints: nanoseconds per call: median, first and ninth decile of the bursts
 *         cpu: nanoseconds of processor time per call on all other threads
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { WORLD = 0x44000000, BYTE = 0x4c00010d, NO_INFO = 0x1c000000, MULTIPLE = 3 };
enum { REQUEST = 0x2c000001, MANY = 1000 };
#define IGNORE ((void *)1)

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Finalize(void);
int MPI_Win_allocate(int64_t size, int unit, int info, int comm, void *base, int *win);
int MPI_Win_free(int *win);
int MPI_Win_lock_all(int assert, int win);
int MPI_Win_unlock_all(int win);
int MPI_Put(const void *origin, int count, int type, int rank, int64_t disp, int tcount, int ttype,
	int win);
int MPI_Test(int *request, int *flag, void *status);
int MPI_Iprobe(int source, int tag, int comm, int *flag, void *status);
int MPI_Recv(void *buf, int count, int type, int source, int tag, int comm, void *status);
int MPI_Waitall(int count, int *requests, void *statuses);

struct worker {
	pthread_t thread;
	void (*loop)(const struct worker *w);
	int win, bursts, calls, rest;
	double *nano; /* per call, of each burst */
	double busy;  /* processor time of this thread */
};

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void pause_for(int microseconds)
{
	const struct timespec t = {microseconds / 1000000, microseconds % 1000000 * 1000L};

	nanosleep(&t, NULL);
}

static void put(const struct worker *w)
{
	static char origin[64];

	for (int i = 0; i < w->calls; i++)
		MPI_Put(origin, 8, BYTE, 0, i & 511, 8, BYTE, w->win);
}

static void test(const struct worker *w)
{
	int request = REQUEST, flag;

	for (int i = 0; i < w->calls; i++)
		MPI_Test(&request, &flag, IGNORE);
}

static void iprobe(const struct worker *w)
{
	int flag;

	for (int i = 0; i < w->calls; i++)
		MPI_Iprobe(0, 0, WORLD, &flag, IGNORE);
}

static void recv(const struct worker *w)
{
	static char buf[64];

	for (int i = 0; i < w->calls; i++)
		MPI_Recv(buf, 8, BYTE, 0, 0, WORLD, IGNORE);
}

static void waitall(const struct worker *w)
{
	static int requests[MANY];

	for (int i = 0; i < w->calls; i++)
		MPI_Waitall(MANY, requests, IGNORE);
}

static double burst(const struct worker *w)
{
	const double start = now(CLOCK_MONOTONIC);

	w->loop(w);
	return (now(CLOCK_MONOTONIC) - start) / w->calls;
}

static void *work(void *arg)
{
	struct worker *w = arg;

	burst(w); /* the thread's ring is created now */
	for (int i = 0; i < w->bursts; i++) {
		if (w->rest)
			pause_for(w->rest);
		w->nano[i] = burst(w);
	}
	w->busy = now(CLOCK_THREAD_CPUTIME_ID);
	return NULL;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void (*loop_of(const char *name))(const struct worker *)
{
	static const struct {
		const char *name;
		void (*loop)(const struct worker *);
	} loops[] = {{"put", put}, {"test", test}, {"iprobe", iprobe}, {"recv", recv},
		{"waitall", waitall}};

	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
		if (!strcmp(loops[i].name, name))
			return loops[i].loop;
	return NULL;
}

int main(int argc, char **argv)
{
	const int threads = argc > 1 ? atoi(argv[1]) : 1;
	const int bursts = argc > 2 ? atoi(argv[2]) : 100;
	struct worker *w = calloc((size_t)threads, sizeof *w);
	double *all = calloc((size_t)threads * (size_t)bursts, sizeof *all);
	double busy = 0, total;
	size_t n = (size_t)threads * (size_t)bursts;
	int provided, win;
	void *base;

	if (!w || !all || argc != 6 || !loop_of(argv[5]))
		return 2;
	MPI_Init_thread(&argc, &argv, MULTIPLE, &provided);
	MPI_Win_allocate(4096, 1, NO_INFO, WORLD, &base, &win);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < threads; i++) {
		w[i] = (struct worker){.loop = loop_of(argv[5]),
			.win = win,
			.bursts = bursts,
			.calls = atoi(argv[3]),
			.rest = atoi(argv[4]),
			.nano = all + (size_t)i * (size_t)bursts};
		pthread_create(&w[i].thread, NULL, work, &w[i]);
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(w[i].thread, NULL);
		busy += w[i].busy;
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	total = now(CLOCK_PROCESS_CPUTIME_ID);
	qsort(all, n, sizeof *all, ascending);
	printf("nano %.3f %.3f %.3f cpu %.3f\n", all[n / 2], all[n / 10], all[n - 1 - n / 10],
		(total - busy) / ((double)n * w[0].calls));
	return 0;
}
