// A sparse direct solve with SuperLU_DIST: the Laplacian of a square on a grid
// of processes, twice with the same factors.
#include <math.h>
#include <stdio.h>
#include <superlu-dist/superlu_ddefs.h>

#define SIDE 30
#define N (SIDE * SIDE)

int main(int argc, char **argv)
{
	gridinfo_t grid;
	int provided;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	int size, rank;
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	superlu_gridinit(MPI_COMM_WORLD, 1, size, &grid);

	int_t first = (int_t)N * rank / size, rows = (int_t)N * (rank + 1) / size - first, nz = 0;
	double *values = doubleMalloc_dist(5 * rows), *b = doubleMalloc_dist(rows), *exact = doubleMalloc_dist(rows), *half = doubleMalloc_dist(rows);
	int_t *column = intMalloc_dist(5 * rows), *start = intMalloc_dist(rows + 1);
	for (int_t i = 0; i < rows; i++) {
		int_t row = first + i, x = row % SIDE, y = row / SIDE;
		const int_t to[5] = {y > 0 ? row - SIDE : -1, x > 0 ? row - 1 : -1, row, x < SIDE - 1 ? row + 1 : -1,
			y < SIDE - 1 ? row + SIDE : -1};
		start[i] = nz;
		b[i] = 0;
		exact[i] = 1 + row % 7;
		for (int k = 0; k < 5; k++) {
			if (to[k] < 0)
				continue;
			values[nz] = k == 2 ? 4.5 : -1;
			column[nz++] = to[k];
			b[i] += (k == 2 ? 4.5 : -1) * (1 + to[k] % 7);
		}
		half[i] = b[i] / 2;
	}
	start[rows] = nz;

	SuperMatrix a;
	dCreate_CompRowLoc_Matrix_dist(&a, N, N, nz, rows, first, values, column, start, SLU_NR_loc, SLU_D, SLU_GE);
	superlu_dist_options_t options;
	dScalePermstruct_t scale;
	dLUstruct_t lu;
	dSOLVEstruct_t solve;
	SuperLUStat_t stat;
	set_default_options_dist(&options);
	options.PrintStat = NO;
	options.ColPerm = MMD_AT_PLUS_A;
	dScalePermstructInit(N, N, &scale);
	dLUstructInit(N, &lu);
	PStatInit(&stat);
	int info, nrhs = 1;
	double backward, error = 0;
	for (int again = 0; again < 2; again++) {
		pdgssvx(&options, &a, &scale, b, rows, nrhs, &grid, &lu, &solve, &backward, &stat, &info);
		options.Fact = FACTORED;
		for (int_t i = 0; i < rows; i++) {
			error = fmax(error, fabs(b[i] - exact[i] / (again ? 2 : 1)));
			b[i] = half[i];
		}
	}
	double worst;
	MPI_Reduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum info %d, exact to 1e-9: %s\n", info, worst < 1e-9 ? "yes" : "no");
	PStatFree(&stat);
	Destroy_CompRowLoc_Matrix_dist(&a);
	dScalePermstructFree(&scale);
	dDestroy_LU(N, &grid, &lu);
	dLUstructFree(&lu);
	dSolveFinalize(&options, &solve);
	SUPERLU_FREE(b);
	SUPERLU_FREE(exact);
	SUPERLU_FREE(half);
	superlu_gridexit(&grid);
	MPI_Finalize();
	return 0;
}
