// ADIOS 1: a small array of each rank, written in several steps by one of its
// transports, then read back.
//
//	adios MPI|MPI_AGGREGATE|MPI_LUSTRE|POSIX|PHDF5...
#include <adios.h>
#include <adios_read.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 500
#define STEPS 3

static int rank, size;

static void must(int ok, const char *what)
{
	if (!ok) {
		fprintf(stderr, "adios: %s: %s\n", what, adios_errmsg());
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static void write_steps(const char *transport, const char *options)
{
	static double data[N];
	int64_t group, file;
	int total = N * size, offset = N * rank, n = N;
	must(adios_init_noxml(MPI_COMM_WORLD) == 0, "init");
	adios_declare_group(&group, "restart", "", adios_stat_no);
	must(adios_select_method(group, transport, options, "") == 0, "method");
	adios_define_var(group, "total", "", adios_integer, "", "", "");
	adios_define_var(group, "offset", "", adios_integer, "", "", "");
	adios_define_var(group, "n", "", adios_integer, "", "", "");
	adios_define_var(group, "density", "", adios_double, "n", "total", "offset");
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < N; i++)
			data[i] = rank * 1000 + step * 100 + i * 0.5;
		must(adios_open(&file, "restart", "adios.bp", step == 0 ? "w" : "a", MPI_COMM_WORLD) == 0, "open");
		adios_write(file, "total", &total);
		adios_write(file, "offset", &offset);
		adios_write(file, "n", &n);
		adios_write(file, "density", data);
		must(adios_close(file) == 0, "close");
	}
	MPI_Barrier(MPI_COMM_WORLD);
	adios_finalize(rank);
}

static double read_back(void)
{
	static double data[STEPS][N];
	uint64_t start = (uint64_t)N * ((rank + 1) % size), count = N;
	double sum = 0;
	adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_WORLD, "verbose=1");
	ADIOS_FILE *f = adios_read_open_file("adios.bp", ADIOS_READ_METHOD_BP, MPI_COMM_WORLD);
	must(f != NULL, "read_open");
	ADIOS_SELECTION *part = adios_selection_boundingbox(1, &start, &count);
	must(adios_schedule_read(f, part, "density", 0, STEPS, data) == 0, "schedule");
	must(adios_perform_reads(f, 1) == 0, "reads");
	adios_selection_delete(part);
	adios_read_close(f);
	adios_read_finalize_method(ADIOS_READ_METHOD_BP);
	for (int s = 0; s < STEPS; s++)
		for (int i = 0; i < N; i++)
			sum += data[s][i] * (i + 1);
	return sum;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	write_steps(argc > 1 ? argv[1] : "MPI", argc > 2 ? argv[2] : "");
	double sum = read_back(), all = 0;
	MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %.1f\n", all);
	MPI_Finalize();
	return 0;
}
