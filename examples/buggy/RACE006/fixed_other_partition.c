// As bug_other_partition.c, but MPI_Parrived asks for the partition that the program reads.
// gomarmot: access=auto
// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
#include <mpi.h>
#include <stdio.h>

enum { PARTS = 4, EACH = 16 };

static int cells[PARTS * EACH];

int main(int argc, char **argv)
{
	int rank, first = 0, sum = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(cells, PARTS, EACH, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		for (int part = 0; part < PARTS; part++) {
			for (int i = 0; i < EACH; i++)
				cells[part * EACH + i] = part + i;
			MPI_Pready(part, request);
		}
	} else {
		MPI_Precv_init(cells, PARTS, EACH, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		while (!first)
			MPI_Parrived(request, 0, &first);
		for (int i = 0; i < EACH; i++)
			sum += cells[i];
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	if (rank == 1)
		printf("%d\n", sum);
	MPI_Finalize();
	return 0;
}
