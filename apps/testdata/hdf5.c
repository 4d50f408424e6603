// A checkpoint as simulation codes write it with parallel HDF5: contiguous
// and chunked datasets, collectively and independently, with attributes, an
// extended time axis and a compressed field; then every rank reads a
// neighbor's part back.
//
//	hdf5 collective|independent
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define NX 64
#define NY 48
#define STEPS 3

static void must(int ok, const char *what)
{
	if (!ok) {
		fprintf(stderr, "hdf5: %s failed\n", what);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static int rank, size;
static hid_t transfer;

static double value(int r, int step, int x, int y)
{
	return r * 1000 + step * 100 + x + y * 0.5;
}

static void attribute(hid_t object, const char *name, double v)
{
	hid_t space = H5Screate(H5S_SCALAR);
	hid_t a = H5Acreate2(object, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT);
	must(H5Awrite(a, H5T_NATIVE_DOUBLE, &v) >= 0, "H5Awrite");
	H5Aclose(a);
	H5Sclose(space);
}

// One block of rows for each rank.
static void rows(hid_t file)
{
	static double data[NX][NY];
	hsize_t dims[2] = {(hsize_t)NX * size, NY}, count[2] = {NX, NY}, start[2] = {(hsize_t)NX * rank, 0};
	hid_t space = H5Screate_simple(2, dims, NULL), memory = H5Screate_simple(2, count, NULL);
	hid_t set = H5Dcreate2(file, "rows", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++)
			data[x][y] = value(rank, 0, x, y);
	H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
	must(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, transfer, data) >= 0, "write of rows");
	attribute(set, "time", 0.25);
	H5Dclose(set);
	H5Sclose(memory);
	H5Sclose(space);
}

// Columns, strided over the ranks, in chunks; one more time step each round.
static void columns(hid_t file, const char *name, int compress)
{
	static float data[NX][NY];
	hsize_t dims[3] = {1, NX, (hsize_t)NY * size}, most[3] = {H5S_UNLIMITED, NX, (hsize_t)NY * size};
	hsize_t chunk[3] = {1, 16, 32}, mem[2] = {NX, NY};
	hid_t create = H5Pcreate(H5P_DATASET_CREATE);
	H5Pset_chunk(create, 3, chunk);
	if (compress)
		H5Pset_deflate(create, 4);
	hid_t space = H5Screate_simple(3, dims, most), memory = H5Screate_simple(2, mem, NULL);
	hid_t set = H5Dcreate2(file, name, H5T_NATIVE_FLOAT, space, H5P_DEFAULT, create, H5P_DEFAULT);
	H5Sclose(space);
	for (int step = 0; step < STEPS; step++) {
		hsize_t start[3] = {step, 0, rank}, stride[3] = {1, 1, size}, count[3] = {1, NX, NY};
		dims[0] = step + 1;
		must(H5Dset_extent(set, dims) >= 0, "H5Dset_extent");
		space = H5Dget_space(set);
		H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL);
		for (int x = 0; x < NX; x++)
			for (int y = 0; y < NY; y++)
				data[x][y] = value(rank, step, x, y);
		must(H5Dwrite(set, H5T_NATIVE_FLOAT, memory, space, transfer, data) >= 0, "write of columns");
		H5Sclose(space);
		must(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0, "H5Fflush");
	}
	H5Pclose(create);
	H5Dclose(set);
	H5Sclose(memory);
}

// Points by number; the last rank takes part with none.
static void points(hid_t file)
{
	hsize_t dims = 10 * (hsize_t)size, at[10], n = rank == size - 1 ? 0 : 10;
	int data[10];
	hid_t space = H5Screate_simple(1, &dims, NULL), memory = H5Screate_simple(1, &(hsize_t){10}, NULL);
	hid_t set = H5Dcreate2(file, "points", H5T_STD_I32BE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	for (int i = 0; i < 10; i++) {
		at[i] = (hsize_t)((i * 7) % 10) * size + rank;
		data[i] = rank * 10 + i;
	}
	if (n > 0) {
		H5Sselect_elements(space, H5S_SELECT_SET, n, at);
	} else {
		H5Sselect_none(space);
		H5Sselect_none(memory);
	}
	must(H5Dwrite(set, H5T_NATIVE_INT, memory, space, transfer, data) >= 0, "write of points");
	H5Dclose(set);
	H5Sclose(memory);
	H5Sclose(space);
}

// The sum of the elements that rank r wrote, read back.
static double read_rows(hid_t file, int r)
{
	static double data[NX][NY];
	double sum = 0;
	hsize_t count[2] = {NX, NY}, start[2] = {(hsize_t)NX * r, 0};
	hid_t set = H5Dopen2(file, "rows", H5P_DEFAULT), space = H5Dget_space(set), memory = H5Screate_simple(2, count, NULL);
	H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
	must(H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, transfer, data) >= 0, "read of rows");
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++)
			sum += data[x][y] * (x + 1);
	H5Dclose(set);
	H5Sclose(memory);
	H5Sclose(space);
	return sum;
}

static double read_columns(hid_t file, const char *name, int r)
{
	static float data[STEPS][NX][NY];
	double sum = 0;
	hsize_t start[3] = {0, 0, r}, stride[3] = {1, 1, size}, count[3] = {STEPS, NX, NY};
	hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set), memory = H5Screate_simple(3, count, NULL);
	H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL);
	must(H5Dread(set, H5T_NATIVE_FLOAT, memory, space, transfer, data) >= 0, "read of columns");
	for (int s = 0; s < STEPS; s++)
		for (int x = 0; x < NX; x++)
			for (int y = 0; y < NY; y++)
				sum += data[s][x][y] * (y + 1);
	H5Dclose(set);
	H5Sclose(memory);
	H5Sclose(space);
	return sum;
}

static double read_points(hid_t file)
{
	int data[64 * 10] = {0};
	double sum = 0;
	hid_t set = H5Dopen2(file, "points", H5P_DEFAULT);
	must(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, transfer, data) >= 0, "read of points");
	for (int i = 0; i < 10 * size; i++)
		if (i % size != size - 1)
			sum += data[i] * (i + 1);
	H5Dclose(set);
	return sum;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int collective = argc > 1 && strcmp(argv[1], "collective") == 0;
	must(size <= 64, "a run with more than 64 ranks");

	hid_t access = H5Pcreate(H5P_FILE_ACCESS);
	H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
	H5Pset_coll_metadata_write(access, collective);
	H5Pset_all_coll_metadata_ops(access, collective);
	transfer = H5Pcreate(H5P_DATASET_XFER);
	H5Pset_dxpl_mpio(transfer, collective ? H5FD_MPIO_COLLECTIVE : H5FD_MPIO_INDEPENDENT);

	hid_t file = H5Fcreate("hdf5.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
	must(file >= 0, "H5Fcreate");
	hid_t group = H5Gcreate2(file, "fields", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
	attribute(group, "steps", STEPS);
	rows(file);
	columns(file, "columns", 0);
	if (collective) // HDF5 writes filtered chunks collectively only
		columns(file, "fields/compressed", 1);
	points(file);
	H5Gclose(group);
	must(H5Fclose(file) >= 0, "H5Fclose");

	file = H5Fopen("hdf5.h5", H5F_ACC_RDONLY, access);
	must(file >= 0, "H5Fopen");
	int next = (rank + 1) % size;
	double sums[4] = {read_rows(file, next), read_columns(file, "columns", next),
		collective ? read_columns(file, "fields/compressed", next) : 0, read_points(file)};
	H5Fclose(file);

	file = H5Fopen("hdf5.h5", H5F_ACC_RDWR, access);
	must(H5Fset_mpi_atomicity(file, 1) >= 0, "H5Fset_mpi_atomicity");
	sums[0] += read_rows(file, next);
	must(H5Ldelete(file, "points", H5P_DEFAULT) >= 0, "H5Ldelete");
	H5Fclose(file);

	H5Pclose(access);
	H5Pclose(transfer);
	double all[4];
	MPI_Reduce(sums, all, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %.1f %.1f %.1f %.1f\n", all[0], all[1], all[2], all[3]);
	MPI_Finalize();
	return 0;
}
