/*
 * Heat in a square, cut into one strip for each rank: a 5-point stencil, and
 * after each step the border rows are put into the neighbors' halos.
 */
#include "whole.h"

enum { COLUMNS = 1024, ROWS = 1024, LINE = COLUMNS + 2 };

static double *step(const double *now, double *next)
{
	for (int r = 1; r <= ROWS; r++)
		for (int c = 1; c <= COLUMNS; c++)
			next[r * LINE + c] = 0.25 *
				(now[(r - 1) * LINE + c] + now[(r + 1) * LINE + c] +
					now[r * LINE + c - 1] + now[r * LINE + c + 1]);
	return next;
}

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 100;
	const MPI_Aint cells = (ROWS + 2) * (MPI_Aint)LINE;
	double *base, sum = 0;
	int rank, size, up, down;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
	down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
	MPI_Win_allocate(2 * cells * (MPI_Aint)sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
		&win);
	memset(base, 0, 2 * (size_t)cells * sizeof *base);
	for (int c = 0; rank == 0 && c < LINE; c++)
		base[c] = base[cells + c] = 100;
	whole_begin();
	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	for (int s = 0; s < steps; s++) {
		const MPI_Aint at = (s + 1) % 2 * cells;
		double *next = step(base + s % 2 * cells, base + at);

		MPI_Put(next + LINE, LINE, MPI_DOUBLE, up, at + (ROWS + 1) * (MPI_Aint)LINE, LINE, MPI_DOUBLE, win);
		MPI_Put(next + ROWS * LINE, LINE, MPI_DOUBLE, down, at, LINE, MPI_DOUBLE, win);
		MPI_Win_fence(s == steps - 1 ? MPI_MODE_NOSUCCEED : 0, win);
	}
	for (MPI_Aint i = 0; i < cells; i++)
		sum += base[i];
	whole_end(sum);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
