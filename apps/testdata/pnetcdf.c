// A history file of a climate code with PnetCDF: fixed and record variables,
// written collectively, independently and by nonblocking requests, with
// strides and mapped memory; then read back.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

#define NLAT 24
#define NLON 30
#define STEPS 3

static void must(int code, const char *what)
{
	if (code != NC_NOERR) {
		fprintf(stderr, "pnetcdf: %s: %s\n", what, ncmpi_strerror(code));
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}
#define MUST(call) must(call, #call)

static int rank, size;

// Calls with one request variable for each piece, completed together.
static void nonblocking(int nc, int id, float (*band)[NLON])
{
	int requests[2 * STEPS], states[2 * STEPS], n = 0;
	MPI_Offset half = NLON / 2;
	for (int t = 0; t < STEPS; t++) {
		MPI_Offset start[3] = {t, NLAT * rank, 0}, count[3] = {1, NLAT, half};
		MPI_Offset imap[3] = {NLAT * NLON, NLON, 1};
		MUST(ncmpi_iput_varm_float(nc, id, start, count, NULL, imap, &band[t * NLAT][0], &requests[n++]));
		start[2] = half;
		count[2] = NLON - half;
		MUST(ncmpi_iput_varm_float(nc, id, start, count, NULL, imap, &band[t * NLAT][half], &requests[n++]));
	}
	MUST(ncmpi_wait_all(nc, n, requests, states));
	for (int i = 0; i < n; i++)
		must(states[i], "request");
}

// The same by buffered requests, which copy at once; every other longitude.
static void buffered(int nc, int id)
{
	double row[NLON / 2];
	int request[NLAT];
	MUST(ncmpi_buffer_attach(nc, NLAT * sizeof(row)));
	for (int y = 0; y < NLAT; y++) {
		MPI_Offset start[2] = {NLAT * rank + y, 1}, count[2] = {1, NLON / 2}, stride[2] = {1, 2};
		for (int x = 0; x < NLON / 2; x++)
			row[x] = rank * 1e4 + y * 100 + x;
		MUST(ncmpi_bput_vars_double(nc, id, start, count, stride, row, &request[y]));
	}
	MUST(ncmpi_wait_all(nc, NLAT, request, NULL));
	MUST(ncmpi_buffer_detach(nc));
}

// Scattered single values, in independent mode.
static void independent(int nc, int id)
{
	MUST(ncmpi_begin_indep_data(nc));
	for (int i = 0; i <= rank; i++) {
		MPI_Offset at[2] = {NLAT * rank + i, 0};
		double v = -1.0 - i;
		MUST(ncmpi_put_var1_double(nc, id, at, &v));
	}
	MUST(ncmpi_sync(nc));
	MUST(ncmpi_end_indep_data(nc));
}

static double read_back(int nc, int temperature, int mask)
{
	static float t[STEPS][NLAT][NLON];
	static double m[NLAT][NLON];
	int next = (rank + 1) % size, request;
	MPI_Offset start[3] = {0, NLAT * next, 0}, count[3] = {STEPS, NLAT, NLON};
	double sum = 0;
	MUST(ncmpi_get_vara_float_all(nc, temperature, start, count, &t[0][0][0]));
	MUST(ncmpi_iget_vara_double(nc, mask, start + 1, count + 1, &m[0][0], &request));
	MUST(ncmpi_wait_all(nc, 1, &request, NULL));
	for (int y = 0; y < NLAT; y++)
		for (int x = 0; x < NLON; x++)
			sum += m[y][x] * (x + 1) + t[0][y][x] + 2 * t[1][y][x] + 3 * t[2][y][x];
	return sum;
}

int main(int argc, char **argv)
{
	static float band[STEPS * NLAT][NLON];
	int nc, dims[3], temperature, mask, year;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);

	MUST(ncmpi_create(MPI_COMM_WORLD, "pnetcdf.nc", NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &nc));
	MUST(ncmpi_def_dim(nc, "time", NC_UNLIMITED, &dims[0]));
	MUST(ncmpi_def_dim(nc, "lat", NLAT * size, &dims[1]));
	MUST(ncmpi_def_dim(nc, "lon", NLON, &dims[2]));
	MUST(ncmpi_def_var(nc, "temperature", NC_FLOAT, 3, dims, &temperature));
	MUST(ncmpi_def_var(nc, "mask", NC_DOUBLE, 2, dims + 1, &mask));
	MUST(ncmpi_def_var_fill(nc, mask, 0, &(double){0.5}));
	MUST(ncmpi_put_att_text(nc, NC_GLOBAL, "title", 7, "history"));
	MUST(ncmpi_enddef(nc));
	for (int i = 0; i < STEPS * NLAT; i++)
		for (int x = 0; x < NLON; x++)
			band[i][x] = rank + i * 0.25f + x * 2;
	MPI_Offset start[3] = {0, NLAT * rank, 0}, count[3] = {1, NLAT, NLON};
	for (start[0] = 0; start[0] < STEPS; start[0]++)
		MUST(ncmpi_put_vara_float_all(nc, temperature, start, count, &band[start[0] * NLAT][0]));
	nonblocking(nc, temperature, band);
	buffered(nc, mask);
	independent(nc, mask);

	MUST(ncmpi_redef(nc)); // a new variable moves the records behind it
	MUST(ncmpi_def_var(nc, "year", NC_INT, 1, dims, &year));
	MUST(ncmpi_enddef(nc));
	int years[STEPS] = {2001, 2002, 2003};
	MUST(ncmpi_put_vara_int_all(nc, year, (MPI_Offset[]){0}, (MPI_Offset[]){rank == 0 ? STEPS : 0}, years));
	MUST(ncmpi_close(nc));

	MUST(ncmpi_open(MPI_COMM_WORLD, "pnetcdf.nc", NC_NOWRITE, MPI_INFO_NULL, &nc));
	double sum = read_back(nc, temperature, mask), all = 0;
	MUST(ncmpi_close(nc));
	MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %.2f\n", all);
	MPI_Finalize();
	return 0;
}
