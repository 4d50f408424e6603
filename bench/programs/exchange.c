/*
 * Two ranks exchange 8 kB in each step by nonblocking and blocking sends, and do nothing else.
 */
#include "whole.h"

enum { N = 1024 };

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 100;
	static double out[N], in[N];
	double sum = 0;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	whole_begin();
	for (int s = 0; s < steps; s++) {
		MPI_Request request;

		MPI_Irecv(in, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &request);
		out[s % N] = s + rank;
		MPI_Send(out, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		sum += in[s % N];
	}
	whole_end(sum);
	MPI_Finalize();
	return 0;
}
