/*
 * Timed loops: what the programs of the ratio measure share. A program names
 * its ways and sizes; this prints, for each way, size and block of iterations,
 * the seconds per iteration. A block is long enough that the rings of
 * gomarmot, if it is there, fill many times: what the drain costs is in it.
 */
#ifndef LOOPS_H
#define LOOPS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_GUESS = 8, MOST = 50000000 };

struct way {
	const char *name;
	void (*run)(int bytes, int iterations);
};

/* Seconds per iteration. */
static double block(const struct way *w, int bytes, int n)
{
	double start;

	MPI_Barrier(MPI_COMM_WORLD);
	start = MPI_Wtime();
	w->run(bytes, n);
	MPI_Barrier(MPI_COMM_WORLD);
	return (MPI_Wtime() - start) / n;
}

/* How many iterations take so many seconds: the same on all ranks. */
static int iterations(const struct way *w, int bytes, double seconds)
{
	int n = FIRST_GUESS, more = 1;

	while (more) {
		const double took = block(w, bytes, n) * n;
		const double want = n * (seconds / took);

		more = took < seconds / 4 && n < MOST; /* the first ones are slow: look again */
		n = want > 10.0 * n ? 10 * n : want < 2 ? 2 : (int)want;
		MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
		MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
	return n;
}

static void measure(const struct way *w, int bytes, double seconds, int blocks)
{
	int rank, n;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	n = iterations(w, bytes, seconds);
	for (int i = 0; i < blocks; i++) {
		const double took = block(w, bytes, n);

		if (rank == 0)
			printf("%s,%d,%.3e\n", w->name, bytes, took);
	}
}

/*
 * Arguments of every such program: seconds-per-block blocks [way|all] [bytes].
 */
static void measure_all(const struct way *ways, size_t nways, const int *sizes, size_t nsizes, int argc,
	char **argv)
{
	const double seconds = argc > 1 ? atof(argv[1]) : 0.05;
	const int blocks = argc > 2 ? atoi(argv[2]) : 3;
	const int bytes = argc > 4 ? atoi(argv[4]) : 0;

	for (size_t w = 0; w < nways; w++)
		for (size_t s = 0; s < nsizes; s++)
			if ((argc <= 3 || !strcmp(argv[3], "all") || !strcmp(argv[3], ways[w].name)) &&
				(!bytes || bytes == sizes[s]))
				measure(&ways[w], sizes[s], seconds, blocks);
}

#endif
