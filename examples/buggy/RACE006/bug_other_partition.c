// MPI_Parrived finds that the last partition of a receive has arrived; then the program reads the first one.
// gomarmot: access=auto
// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
#include <mpi.h>
#include <stdio.h>

enum { PARTS = 4, EACH = 16 };

static int cells[PARTS * EACH];

int main(int argc, char **argv)
{
	int rank, last = 0, sum = 0;
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
		while (!last)
			MPI_Parrived(request, PARTS - 1, &last);
		for (int i = 0; i < EACH; i++)
			sum += cells[i]; // want RACE006 "^this load reads 64 bytes of buf of the pending operation of MPI_Precv_init, which writes to them until its request is complete, or MPI_Parrived finds that partition 0 has arrived"
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	if (rank == 1)
		printf("%d\n", sum);
	MPI_Finalize();
	return 0;
}
