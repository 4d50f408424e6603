/*
 * A simulation that writes its three fields every few steps with split
 * collective calls and goes on computing while they are active.
 */
#include "whole.h"

enum { CELLS = 1 << 19, FIELDS = 3, EVERY = 8 }; /* 4 MiB a field and rank */

static double *fields[FIELDS], *copies[FIELDS];

static double advance(double *f, int step)
{
	double sum = 0;

	for (int i = 1; i < CELLS - 1; i++) {
		f[i] += 0.1 * (f[i + 1] - f[i]) + 1e-9 * step;
		sum += f[i];
	}
	return sum;
}

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 32;
	const MPI_Offset bytes = CELLS * (MPI_Offset)sizeof(double);
	MPI_File files[FIELDS];
	double sum = 0, all;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int k = 0; k < FIELDS; k++) {
		char name[32];

		snprintf(name, sizeof name, "field%d.data", k);
		MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
			MPI_INFO_NULL, &files[k]);
		fields[k] = malloc((size_t)bytes);
		copies[k] = malloc((size_t)bytes);
		for (int i = 0; i < CELLS; i++)
			fields[k][i] = rank + 1e-6 * i;
	}
	whole_begin();
	for (int s = 0; s < steps; s++) {
		const int write = s % EVERY == 0;

		for (int k = 0; write && k < FIELDS; k++) {
			memcpy(copies[k], fields[k], (size_t)bytes);
			MPI_File_write_at_all_begin(files[k], rank * bytes, copies[k], CELLS, MPI_DOUBLE);
		}
		for (int k = 0; k < FIELDS; k++)
			sum = advance(fields[k], s);
		for (int k = 0; write && k < FIELDS; k++)
			MPI_File_write_at_all_end(files[k], copies[k], MPI_STATUS_IGNORE);
		MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	}
	whole_end(all);
	for (int k = 0; k < FIELDS; k++)
		MPI_File_close(&files[k]);
	MPI_Finalize();
	return 0;
}
