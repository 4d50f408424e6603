// Transforms of FFTW on slabs: real ones of three dimensions there and back, with
// the axes left transposed and not, and complex ones of one dimension.
#include <complex.h>
#include <fftw3-mpi.h>
#include <math.h>
#include <stdio.h>

#define X 24
#define Y 20
#define Z 18

static double there_and_back(unsigned out, unsigned in)
{
	const ptrdiff_t padded = 2 * (Z / 2 + 1);
	ptrdiff_t n0, start;
	ptrdiff_t size = fftw_mpi_local_size_3d(X, Y, Z / 2 + 1, MPI_COMM_WORLD, &n0, &start);
	if (out) {
		ptrdiff_t n1, start1;
		size = fftw_mpi_local_size_3d_transposed(X, Y, Z / 2 + 1, MPI_COMM_WORLD, &n0, &start, &n1, &start1);
	}
	double *u = fftw_alloc_real(2 * size);
	fftw_complex *v = fftw_alloc_complex(size);
	fftw_plan forth = fftw_mpi_plan_dft_r2c_3d(X, Y, Z, u, v, MPI_COMM_WORLD, FFTW_ESTIMATE | out);
	fftw_plan back = fftw_mpi_plan_dft_c2r_3d(X, Y, Z, v, u, MPI_COMM_WORLD, FFTW_ESTIMATE | in);
	for (ptrdiff_t i = 0; i < n0 * Y; i++)
		for (ptrdiff_t k = 0; k < Z; k++)
			u[i * padded + k] = sin(start * Y + i) + k;
	double error = 0;
	for (int again = 0; again < 3; again++) {
		fftw_execute(forth);
		fftw_execute(back);
		for (ptrdiff_t i = 0; i < n0 * Y; i++)
			for (ptrdiff_t k = 0; k < Z; k++) {
				u[i * padded + k] /= X * Y * Z;
				error = fmax(error, fabs(u[i * padded + k] - sin(start * Y + i) - k));
			}
	}
	fftw_destroy_plan(forth);
	fftw_destroy_plan(back);
	fftw_free(u);
	fftw_free(v);
	return error;
}

// A wave has one coefficient.
static double wave(void)
{
	const ptrdiff_t n = 720, k = 100;
	ptrdiff_t here, from, here_out, from_out;
	ptrdiff_t size = fftw_mpi_local_size_1d(n, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE, &here, &from, &here_out, &from_out);
	fftw_complex *u = fftw_alloc_complex(size);
	fftw_plan plan = fftw_mpi_plan_dft_1d(n, u, u, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE);
	for (ptrdiff_t i = 0; i < here; i++)
		u[i] = cexp(2 * M_PI * I * (double)(k * (from + i) % n) / n);
	fftw_execute(plan);
	double error = 0;
	for (ptrdiff_t i = 0; i < here_out; i++)
		error = fmax(error, cabs(u[i] - (from_out + i == k ? n : 0)));
	fftw_destroy_plan(plan);
	fftw_free(u);
	return error;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	fftw_mpi_init();
	double error = fmax(there_and_back(0, 0), there_and_back(FFTW_MPI_TRANSPOSED_OUT, FFTW_MPI_TRANSPOSED_IN)), worst;
	error = fmax(error, wave());
	MPI_Reduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	int rank;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		printf("checksum exact to 1e-9: %s\n", worst < 1e-9 ? "yes" : "no");
	fftw_mpi_cleanup();
	MPI_Finalize();
	return 0;
}
