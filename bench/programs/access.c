/*
 * access HOW REPEATS: processor time of one access, in nanoseconds, one line for each repeat. HOW is empty (a function of the
 * library that does nothing), idle (a hook on memory of no interest), first (a hook that logs), or the name of a kernel with two numbers for each repeat: without and with
 * hooks.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "access.h"
#include "bridge.h"

enum { N = 4096, ROUNDS = 400 };

typedef void kernel(double *, const double *, const double *, size_t);
kernel triad, jacobi, updates, triad_hooked, jacobi_hooked, updates_hooked;
void __tsan_write8(void *), __tsan_func_exit(void);

static const struct {
	const char *name;
	kernel *plain, *hooked;
} kernels[] = {{"triad", triad, triad_hooked}, {"jacobi", jacobi, jacobi_hooked},
	{"updates", updates, updates_hooked}};

static const struct gomarmot_tracking *lib;
static double a[N], b[N], c[N];

int gomarmot_track(const struct gomarmot_tracking *t)
{
	lib = t;
	return 0;
}

static void on_series(void *to, const struct gomarmot_series *s)
{
	(void)to, (void)s;
}

static void on_bits(void *to, const struct gomarmot_bits *b)
{
	(void)to, (void)b;
}

static const struct gomarmot_sink sink = {NULL, on_series, on_bits, NULL};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double touch(int first)
{
	double sum = 0;

	for (int round = 0; round < ROUNDS; round++) {
		const double from = now();

		for (int i = 0; i < N; i++)
			__tsan_write8(&a[i]);
		sum += now() - from;
		if (first)
			lib->take(&sink, 1, 0);
	}
	return sum / ROUNDS / N;
}

static double call(void)
{
	const double from = now();

	for (int i = 0; i < ROUNDS * N; i++)
		__tsan_func_exit();
	return (now() - from) / ROUNDS / N;
}

static double run(kernel *k)
{
	const double from = now();

	for (int round = 0; round < ROUNDS; round++)
		k(a, b, c, N);
	return (now() - from) / ROUNDS / N;
}

int main(int argc, char **argv)
{
	const int repeats = argc > 2 ? atoi(argv[2]) : 0;
	const char *how = argc > 1 ? argv[1] : "";

	if (!lib)
		return 2;
	for (int i = 0; i < N; i++) {
		a[i] = 1; /* the hook fetches what is about to be accessed: there must be memory */
		b[i] = (double)((unsigned)i * 2654435761u % N);
	}
	if (!strcmp(how, "first"))
		lib->watch(a, sizeof a);
	for (int i = 0; i < repeats; i++) {
		if (!strcmp(how, "empty"))
			printf("%g\n", call());
		if (!strcmp(how, "idle") || !strcmp(how, "first"))
			printf("%g\n", touch(*how == 'f'));
		for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
			if (!strcmp(how, kernels[k].name))
				printf("%g %g\n", run(kernels[k].plain), run(kernels[k].hooked));
	}
}
