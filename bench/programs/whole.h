/*
 * For the whole programs of bench/apps.go. Each takes the number of
 * its steps, and prints the seconds of the slowest rank and the
 * processor seconds of all ranks, both of its main part, and the largest resident memory of a rank in
 * MB (ru_maxrss of getrusage).
 */
#ifndef WHOLE_H
#define WHOLE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double whole_start, whole_cpu;

static double processor_seconds(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
		(double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static void whole_begin(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
	whole_cpu = processor_seconds();
	whole_start = MPI_Wtime();
}

/* Prints result, too, which must be the same with and without gomarmot. */
static void whole_end(double result)
{
	double mine[2] = {MPI_Wtime() - whole_start, 0}, most[2];
	double cpu = processor_seconds() - whole_cpu, all;
	struct rusage u;
	int rank;

	getrusage(RUSAGE_SELF, &u);
	mine[1] = (double)u.ru_maxrss / 1024;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Reduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	MPI_Reduce(&cpu, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("seconds %.6f cpu %.6f rss %.3f result %.17g\n", most[0], all, most[1], result);
}

#endif
