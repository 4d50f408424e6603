/* The loops of kernels.c. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stdint.h>

enum { MOST_NEIGHBOURS = 40 };

struct atoms {
	const double *position;
	const int *neighbours, *neighbour;
	int count;
};

struct node {
	struct node *next;
	long value, more[6];
};

void jacobi(double *restrict to, const double *restrict from, int rows, int columns);
void triad(double *a, const double *b, const double *c, double factor, long n);
void blocks(double (*restrict a)[5][5], double (*restrict v)[5], double (*restrict to)[5], int n);
void forces(const struct atoms *all, double *force, double cutoff);
long chase(const struct node *at, long steps);
uint64_t updates(uint64_t *table, uint64_t mask, long n, uint64_t random);

#endif
