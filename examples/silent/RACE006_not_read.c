// Operations that read nothing: sends and puts to MPI_PROC_NULL, and fetches with MPI_NO_OP. The program may change
// their buffers at once, and the next operation sends the new value.
// gomarmot: env=GOMARMOT_DIGEST=64K
#include <mpi.h>
#include <stdio.h>

static void windows(int rank)
{
	double *cell, edge, old;
	MPI_Win win;

	MPI_Win_allocate(4 * sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
	for (int i = 0; i < 4; i++)
		cell[i] = 0;
	MPI_Win_fence(0, win);
	if (rank == 0) {
		edge = 1;
		MPI_Put(&edge, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, 1, MPI_DOUBLE, win);
		edge = 2;
		MPI_Put(&edge, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
	}
	MPI_Win_fence(0, win);
	if (rank == 0) {
		edge = 3;
		MPI_Get_accumulate(&edge, 1, MPI_DOUBLE, &old, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, MPI_NO_OP, win);
		edge = 4;
		MPI_Accumulate(&edge, 1, MPI_DOUBLE, 1, 2, 1, MPI_DOUBLE, MPI_SUM, win);
	}
	MPI_Win_fence(0, win);
	if (rank == 1)
		printf("%g %g %g\n", cell[0], cell[1], cell[2]);
	MPI_Win_free(&win);
}

static void messages(int rank)
{
	MPI_Request request[2];
	int edge = 1, in = 0;

	if (rank == 0) {
		MPI_Isend(&edge, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, &request[0]);
		edge = 2;
		MPI_Isend(&edge, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request[1]);
		MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	} else {
		MPI_Recv(&in, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		printf("%d\n", in);
	}
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	windows(rank);
	messages(rank);
	MPI_Finalize();
	return 0;
}
