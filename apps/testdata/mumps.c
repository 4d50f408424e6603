// Sparse direct solves with MUMPS, whose ranks send each other blocks as soon as they are ready, and
// receive from MPI_ANY_SOURCE: the Laplacian of a square, its entries on the host and on
// all ranks, symmetric and not.
#include <dmumps_c.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 40
#define N (SIDE * SIDE)
#define USE_COMM_WORLD (-987654)
#define ICNTL(i) icntl[(i) - 1] // as the manual counts

static MUMPS_INT row[5 * N], column[5 * N];
static double value[5 * N], b[N];

// The rows that a rank has, of a symmetric matrix their lower triangle.
static int fill(int first, int last, int symmetric)
{
	int n = 0;
	for (int i = first; i < last; i++) {
		int x = i % SIDE, y = i / SIDE;
		const int to[5] = {y > 0 ? i - SIDE : -1, x > 0 ? i - 1 : -1, i, x < SIDE - 1 ? i + 1 : -1, y < SIDE - 1 ? i + SIDE : -1};
		for (int k = 0; k < 5; k++) {
			if (to[k] < 0 || (symmetric && to[k] > i))
				continue;
			row[n] = i + 1;
			column[n] = to[k] + 1;
			value[n++] = k == 2 ? 4.5 : -1;
		}
	}
	return n;
}

// The product of the matrix and the vector 1, 2, ... 7, 1, ...
static void right_hand_side(void)
{
	int n = fill(0, N, 0);
	for (int i = 0; i < N; i++)
		b[i] = 0;
	for (int k = 0; k < n; k++)
		b[row[k] - 1] += value[k] * (1 + (column[k] - 1) % 7);
}

static double solve(int rank, int size, int symmetric, int distributed)
{
	DMUMPS_STRUC_C id = {.job = -1, .par = 1, .sym = symmetric, .comm_fortran = USE_COMM_WORLD};
	dmumps_c(&id);
	for (int i = 1; i <= 4; i++)
		id.ICNTL(i) = i == 1 ? 0 : i == 4 ? 1 : -1;
	id.ICNTL(7) = 0; // a minimum degree ordering, the same in each run
	id.n = N;
	if (rank == 0) {
		right_hand_side();
		id.rhs = b;
	}
	if (distributed) {
		id.ICNTL(18) = 3;
		id.nz_loc = fill(N * rank / size, N * (rank + 1) / size, symmetric);
		id.irn_loc = row;
		id.jcn_loc = column;
		id.a_loc = value;
	} else if (rank == 0) {
		id.nz = fill(0, N, symmetric);
		id.irn = row;
		id.jcn = column;
		id.a = value;
	}
	id.job = 6;
	dmumps_c(&id);
	double error = id.infog[0] < 0 ? HUGE_VAL : 0;
	for (int i = 0; rank == 0 && i < N; i++)
		error = fmax(error, fabs(b[i] - (1 + i % 7)));
	id.job = -2;
	dmumps_c(&id);
	return error;
}

int main(int argc, char **argv)
{
	int rank, size;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	double error = 0;
	for (int symmetric = 0; symmetric <= 2; symmetric++)
		for (int distributed = 0; distributed < 2; distributed++)
			error = fmax(error, solve(rank, size, symmetric, distributed));
	if (rank == 0)
		printf("checksum exact to 1e-9: %s\n", error < 1e-9 ? "yes" : "no");
	MPI_Finalize();
	return 0;
}
