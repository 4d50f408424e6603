/*
 * The cost of one record on the application's thread: MPI_Put of the stub
 * library, 10 million calls in bursts that fit into the ring, with pauses in
 * which the drain catches up. Prints the median burst in ns a call. Run it
 * plainly and under LD_PRELOAD=libgomarmot.so; the difference is the record.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
int MPI_Win_create(void *base, int64_t size, int unit, uint32_t info, uint32_t comm, uint32_t *win);
int MPI_Put(const void *origin, int count, uint32_t type, int rank, int64_t disp, int target_count,
	uint32_t target_type, uint32_t win);
int MPI_Win_flush(int rank, uint32_t win);
int MPI_Win_free(uint32_t *win);

enum {
	CALLS = 10000000,
	BURST = 2048,
	BURSTS = CALLS / BURST,
	PAUSE_NANO = 2000000,
	INT_TYPE = 0x4c000405,
	WORLD = 0x44000000,
	NO_INFO = 0x1c000000,
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double put_burst(uint32_t win)
{
	static int buffer[16];
	const double start = now();

	for (int i = 0; i < BURST; i++)
		MPI_Put(buffer, 1, INT_TYPE, 0, i & 15, 1, INT_TYPE, win);
	return (now() - start) / BURST;
}

/* Two records a call: enter and leave. */
static double flush_burst(uint32_t win)
{
	const double start = now();

	for (int i = 0; i < BURST; i++)
		MPI_Win_flush(0, win);
	return (now() - start) / BURST;
}

static void measure(
	const char *what, double (*burst)(uint32_t), uint32_t win, int bursts, int pause)
{
	const struct timespec nap = {0, PAUSE_NANO};
	double *ns = malloc((size_t)bursts * sizeof *ns);
	double sum = 0;

	if (!ns)
		exit(1);
	for (int i = 0; i < bursts; i++) {
		sum += ns[i] = burst(win);
		if (pause)
			nanosleep(&nap, NULL);
	}
	qsort(ns, (size_t)bursts, sizeof *ns, by_value);
	printf("%-24s median %6.2f  p90 %6.2f  mean %6.2f ns a call\n", what, ns[bursts / 2],
		ns[bursts * 9 / 10], sum / bursts);
	free(ns);
}

int main(int argc, char **argv)
{
	static int memory[16];
	const int bursts = argc > 1 ? atoi(argv[1]) / BURST : BURSTS;
	uint32_t win;

	MPI_Init(&argc, &argv);
	MPI_Win_create(memory, sizeof memory, sizeof *memory, NO_INFO, WORLD, &win);
	measure("put", put_burst, win, bursts, 1);
	measure("flush (two records)", flush_burst, win, bursts / 8, 1);
	measure("put, without pauses", put_burst, win, bursts / 8, 0);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
