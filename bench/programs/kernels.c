/*
 * Loops that spend their time in loads and stores, for passes.c. gomarmot cc compiles this file
 * only.
 */
#include "kernels.h"

void jacobi(double *restrict to, const double *restrict from, int rows, int columns)
{
	for (int i = 1; i < rows - 1; i++)
		for (int j = 1; j < columns - 1; j++) {
			long at = (long)i * columns + j;
			to[at] = 0.25 * (from[at - columns] + from[at + columns] + from[at - 1] +
						from[at + 1]);
		}
}

void triad(double *a, const double *b, const double *c, double factor, long n)
{
	for (long i = 0; i < n; i++)
		a[i] = b[i] + factor * c[i];
}

/* Blocks of 5 × 5 times a vector of 5, as in the solver of a block tridiagonal system. */
void blocks(double (*restrict a)[5][5], double (*restrict v)[5], double (*restrict to)[5], int n)
{
	for (int c = 1; c < n; c++)
		for (int i = 0; i < 5; i++) {
			double sum = to[c][i];
			for (int j = 0; j < 5; j++)
				sum -= a[c][i][j] * v[c - 1][j];
			to[c][i] = sum;
		}
}

/* Lennard-Jones forces between neighbors. */
void forces(const struct atoms *all, double *force, double cutoff)
{
	const double *x = all->position;
	for (int i = 0; i < all->count; i++) {
		double fx = 0, fy = 0, fz = 0;
		for (int k = 0; k < all->neighbours[i]; k++) {
			int j = all->neighbour[(long)i * MOST_NEIGHBOURS + k];
			double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1];
			double dz = x[3 * i + 2] - x[3 * j + 2];
			double r2 = dx * dx + dy * dy + dz * dz;
			if (r2 >= cutoff)
				continue;
			double s2 = 1 / r2, s6 = s2 * s2 * s2, f = 48 * s6 * (s6 - 0.5) * s2;
			fx += dx * f, fy += dy * f, fz += dz * f;
			force[3 * j] -= dx * f, force[3 * j + 1] -= dy * f,
				force[3 * j + 2] -= dz * f;
		}
		force[3 * i] += fx, force[3 * i + 1] += fy, force[3 * i + 2] += fz;
	}
}

long chase(const struct node *at, long steps)
{
	long sum = 0;
	for (; steps > 0; steps--, at = at->next)
		sum += at->value;
	return sum;
}

uint64_t updates(uint64_t *table, uint64_t mask, long n, uint64_t random)
{
	for (long i = 0; i < n; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		table[random & mask] ^= random;
	}
	return random;
}
