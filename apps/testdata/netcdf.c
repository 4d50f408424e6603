// Parallel NetCDF-4: variables with an unlimited dimension, in compressed
// chunks and plain, accessed collectively and independently.
#include <mpi.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <stdio.h>

#define NX 20
#define NY 32
#define STEPS 3

static void must(int code, const char *what)
{
	if (code != NC_NOERR) {
		fprintf(stderr, "netcdf: %s: %s\n", what, nc_strerror(code));
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}
#define MUST(call) must(call, #call)

static int rank, size;

static void write_file(void)
{
	static double data[NX][NY];
	static int flags[NX];
	int nc, dims[3], wind, flag;
	MUST(nc_create_par("netcdf.nc", NC_CLOBBER | NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &nc));
	MUST(nc_def_dim(nc, "time", NC_UNLIMITED, &dims[0]));
	MUST(nc_def_dim(nc, "x", NX * size, &dims[1]));
	MUST(nc_def_dim(nc, "y", NY, &dims[2]));
	MUST(nc_def_var(nc, "wind", NC_DOUBLE, 3, dims, &wind));
	MUST(nc_def_var(nc, "flag", NC_INT, 1, dims + 1, &flag));
	MUST(nc_def_var_chunking(nc, wind, NC_CHUNKED, (size_t[]){1, 16, 16}));
	MUST(nc_def_var_deflate(nc, wind, 1, 1, 3));
	MUST(nc_put_att_text(nc, wind, "units", 3, "m/s"));
	MUST(nc_enddef(nc));
	MUST(nc_var_par_access(nc, wind, NC_COLLECTIVE));
	for (int t = 0; t < STEPS; t++) {
		size_t start[3] = {t, NX * rank, 0}, count[3] = {1, NX, NY};
		for (int x = 0; x < NX; x++)
			for (int y = 0; y < NY; y++)
				data[x][y] = rank * 100 + t * 10 + x + y * 0.125;
		MUST(nc_put_vara_double(nc, wind, start, count, &data[0][0]));
	}
	MUST(nc_var_par_access(nc, flag, NC_INDEPENDENT));
	for (int x = 0; x < NX; x++)
		flags[x] = rank * NX + x;
	MUST(nc_put_vara_int(nc, flag, (size_t[]){NX * rank}, (size_t[]){NX}, flags));
	MUST(nc_sync(nc));
	MUST(nc_close(nc));
}

static double read_file(int access)
{
	static double data[STEPS][NX][NY];
	static int flags[NX];
	int nc, wind, flag;
	double sum = 0;
	size_t next = (rank + 1) % size;
	MUST(nc_open_par("netcdf.nc", NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &nc));
	MUST(nc_inq_varid(nc, "wind", &wind));
	MUST(nc_inq_varid(nc, "flag", &flag));
	MUST(nc_var_par_access(nc, wind, access));
	MUST(nc_var_par_access(nc, flag, access));
	MUST(nc_get_vara_double(nc, wind, (size_t[]){0, NX * next, 0}, (size_t[]){STEPS, NX, NY}, &data[0][0][0]));
	MUST(nc_get_vara_int(nc, flag, (size_t[]){NX * next}, (size_t[]){NX}, flags));
	for (int t = 0; t < STEPS; t++)
		for (int x = 0; x < NX; x++)
			for (int y = 0; y < NY; y++)
				sum += data[t][x][y] * (y + 1) + flags[x];
	MUST(nc_close(nc));
	return sum;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	write_file();
	double sum[2] = {read_file(NC_COLLECTIVE), read_file(NC_INDEPENDENT)}, all[2];
	MPI_Reduce(sum, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %.2f %.2f\n", all[0], all[1]);
	MPI_Finalize();
	return 0;
}
