// Global Arrays on ARMCI-MPI: blocks put, got and accumulated across ranks,
// strided patches, scattered elements, a shared counter, mutexes, and a matrix
// product. ARMCI_ variables choose how ARMCI-MPI turns them into RMA calls.
#include <ga.h>
#include <macdecls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define N 60

static double patch[N][N];

static void fill(int g, int rank, int size)
{
	int lo[2] = {rank * (N / size), 0}, hi[2] = {(rank + 1) * (N / size) - 1, N - 1}, ld = N;
	if (rank == size - 1)
		hi[0] = N - 1;
	for (int i = lo[0]; i <= hi[0]; i++)
		for (int j = 0; j < N; j++)
			patch[i - lo[0]][j] = sin(i + 1) + 0.01 * j;
	NGA_Put(g, lo, hi, patch, &ld);
	GA_Sync();
}

// Every rank adds to the same patch, whole and strided, while others do.
static void add(int g, int rank)
{
	int lo[2] = {5, 7}, hi[2] = {44, 50}, ld = N, stride[2] = {3, 4};
	double one = 0.5, two = 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			patch[i][j] = rank + 1;
	NGA_Acc(g, lo, hi, patch, &ld, &one);
	NGA_Strided_acc(g, lo, hi, stride, patch, &ld, &two);
	GA_Sync();
}

// Work shared out by a counter, results put one by one.
static void scatter(int g, int counter, int rank)
{
	int zero = 0, n = 0, at[40][2], *subscript[40];
	double v[40];
	for (long task; (task = NGA_Read_inc(counter, &zero, 1)) < 40;) {
		at[n][0] = (int)task;
		at[n][1] = (int)(task * 7) % N;
		subscript[n] = at[n];
		v[n] = task * 0.125;
		n++;
	}
	NGA_Scatter(g, v, subscript, n);
	GA_Sync();
	for (int i = 0; i < n; i++)
		at[i][0] = (at[i][0] + rank) % N;
	NGA_Gather(g, v, subscript, n);
	GA_Sync();
}

int main(int argc, char **argv)
{
	int dims[2] = {N, N}, one = 1, rank, size, ld = N;
	MPI_Init(&argc, &argv);
	GA_Initialize();
	MA_init(C_DBL, 1000000, 1000000);
	rank = GA_Nodeid();
	size = GA_Nnodes();
	int a = NGA_Create(C_DBL, 2, dims, "a", NULL), b = GA_Duplicate(a, "b"), c = GA_Duplicate(a, "c");
	int counter = NGA_Create(C_LONG, 1, &one, "counter", NULL);
	GA_Zero(counter);
	GA_Zero(c);
	fill(a, rank, size);
	GA_Copy(a, b);
	add(b, rank);
	scatter(b, counter, rank);
	GA_Dgemm('n', 't', N, N, N, 1.0, a, b, 0.0, c);

	GA_Create_mutexes(2);
	GA_Lock(1);
	int lo[2] = {0, 0}, hi[2] = {1, 1};
	NGA_Get(c, lo, hi, patch, &ld);
	patch[0][0] += 1;
	NGA_Put(c, lo, hi, patch, &ld);
	GA_Unlock(1);
	GA_Sync();
	GA_Destroy_mutexes();

	ga_nbhdl_t handle;
	int all_lo[2] = {rank, 3}, all_hi[2] = {N - 1, N - 4};
	NGA_NbGet(c, all_lo, all_hi, patch, &ld, &handle);
	NGA_NbWait(&handle);
	double sum = 0, dot = GA_Ddot(c, a);
	for (int i = 0; i < N - rank; i++)
		for (int j = 0; j < N - 6; j++)
			sum += patch[i][j] * (j + 1);
	GA_Dgop(&sum, 1, "+");
	if (rank == 0)
		printf("checksum %.6f %.6f\n", sum, dot);
	GA_Destroy(counter);
	GA_Destroy(c);
	GA_Destroy(b);
	GA_Destroy(a);
	GA_Terminate();
	MPI_Finalize();
	return 0;
}
