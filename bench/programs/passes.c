/*
 * The time of the tests in instrumented code: runs a loop of kernels.c and takes its processor time.
 * In place of libgomarmot.so, it says which memory is of interest, and takes the accesses that
 * were logged.
 *
 * usage: passes kernel armed repeats
 *        armed: 1 if the memory that the loop works on is of interest, else 0
 * prints: nanoseconds for one iteration: the median of the repeats
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bridge.h"
#include "kernels.h"

static const struct gomarmot_tracking *tracking;
static int is_armed;
static volatile uint64_t result; /* keeps the compiler from leaving loops out */

int gomarmot_track(const struct gomarmot_tracking *t)
{
	tracking = t;
	return t->version == GOMARMOT_TRACKING ? 0 : -1;
}

static void drop_series(void *to, const struct gomarmot_series *series)
{
	(void)to, (void)series;
}

static void drop_bits(void *to, const struct gomarmot_bits *bits)
{
	(void)to, (void)bits;
}

/* Takes the logged accesses, as libgomarmot.so does at an MPI call that is a release. */
static void release(void)
{
	static const struct gomarmot_sink sink = {NULL, drop_series, drop_bits, NULL};
	if (tracking)
		tracking->take(&sink, 1, 0);
}

static void *memory(size_t size)
{
	void *at = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
	if (!at)
		abort();
	memset(at, 0, size);
	if (tracking && is_armed)
		tracking->watch(at, size);
	return at;
}

static unsigned long random_number(void)
{
	static unsigned long x = 88172645463325252;
	x ^= x << 13;
	x ^= x >> 7;
	return x ^= x << 17;
}

/* For each kernel: make_ prepares it and returns the iterations of a run, run_ runs it. */
static double *a, *b, *c;
static long size;
static struct node *nodes;
static struct atoms atoms;

static long make_jacobi(void)
{
	a = memory(8 * 1002 * 1002);
	b = memory(8 * 1002 * 1002);
	return 2 * 1000 * 1000;
}

static void run_jacobi(void)
{
	jacobi(a, b, 1002, 1002);
	release();
	jacobi(b, a, 1002, 1002);
	release();
}

static long make_triad(long n, long iterations)
{
	size = n;
	a = memory(8 * n), b = memory(8 * n), c = memory(8 * n);
	return iterations;
}

static long make_triad_memory(void)
{
	return make_triad(4000000, 4000000);
}

static long make_triad_cache(void)
{
	return make_triad(20000, 100 * 20000);
}

static void run_triad_memory(void)
{
	triad(a, b, c, 3, size);
	release();
}

static void run_triad_cache(void)
{
	for (int i = 0; i < 100; i++)
		triad(a, b, c, 3, size);
	release();
}

static long make_blocks(void)
{
	a = memory(200 * 20000), b = memory(40 * 20000), c = memory(40 * 20000);
	return 20000 * 25;
}

static void run_blocks(void)
{
	blocks((void *)a, (void *)b, (void *)c, 20000);
	release();
}

static long make_forces(void)
{
	int n = 20000;
	double *x = memory(24 * n);
	int *count = memory(4 * n), *neighbour = memory(4 * n * MOST_NEIGHBOURS);
	for (int i = 0; i < 3 * n; i++)
		x[i] = random_number() % 1000 / 100.;
	for (int i = 0; i < n; i++) {
		count[i] = MOST_NEIGHBOURS;
		for (int k = 0; k < MOST_NEIGHBOURS; k++)
			neighbour[i * MOST_NEIGHBOURS + k] = (i + 1 + random_number() % 400) % n;
	}
	atoms = (struct atoms){x, count, neighbour, n};
	a = memory(24 * n);
	return (long)n * MOST_NEIGHBOURS;
}

static void run_forces(void)
{
	forces(&atoms, a, 30);
	release();
}

static long make_chase(void)
{
	size = 1000000;
	nodes = memory(size * sizeof *nodes);
	long *order = malloc(size * sizeof *order);
	for (long i = 0; i < size; i++)
		order[i] = i;
	for (long i = size - 1; i > 0; i--) {
		long j = random_number() % (i + 1), other = order[i];
		order[i] = order[j];
		order[j] = other;
	}
	for (long i = 0; i < size; i++)
		nodes[order[i]].next = &nodes[order[(i + 1) % size]];
	free(order);
	return size;
}

static void run_chase(void)
{
	result += chase(nodes, size);
	release();
}

static long make_updates(long n)
{
	size = n;
	a = memory(8 * n);
	return 2000000;
}

static long make_updates_cache(void)
{
	return make_updates(1 << 16);
}

static long make_updates_memory(void)
{
	return make_updates(1 << 23);
}

static void run_updates(void)
{
	for (int i = 0; i < 4; i++) {
		result += updates((uint64_t *)a, size - 1, 500000, 88172645463325252 + i);
		release();
	}
}

static const struct kernel {
	const char *name;
	long (*make)(void);
	void (*run)(void);
} kernels[] = {
	{"jacobi", make_jacobi, run_jacobi},
	{"triad-memory", make_triad_memory, run_triad_memory},
	{"triad-cache", make_triad_cache, run_triad_cache},
	{"blocks", make_blocks, run_blocks},
	{"forces", make_forces, run_forces},
	{"chase", make_chase, run_chase},
	{"updates-cache", make_updates_cache, run_updates},
	{"updates-memory", make_updates_memory, run_updates},
};

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static int compare(const void *x, const void *y)
{
	double d = *(const double *)x - *(const double *)y;
	return (d > 0) - (d < 0);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	is_armed = atoi(argv[2]);
	int repeats = atoi(argv[3]);
	double *times = malloc(repeats * sizeof *times);
	for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++) {
		if (strcmp(argv[1], kernels[k].name))
			continue;
		long iterations = kernels[k].make();
		kernels[k].run();
		for (int i = 0; i < repeats; i++) {
			double start = seconds();
			kernels[k].run();
			times[i] = seconds() - start;
		}
		qsort(times, repeats, sizeof *times, compare);
		printf("nano %g %d\n", times[repeats / 2] / iterations * 1e9, tracking != NULL);
		return 0;
	}
	return 2;
}
