// The program stores to the partitions of a send only before they are ready or once the send is complete.
// gomarmot: access=auto
// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
#include <mpi.h>

enum { PARTS = 4, EACH = 16 };

static int cells[PARTS * EACH];

static void fill(int part, int round)
{
	for (int i = 0; i < EACH; i++)
		cells[part * EACH + i] = round + i;
}

int main(int argc, char **argv)
{
	int rank, list[] = {3, 2};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(cells, PARTS, EACH, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		for (int round = 0; round < 2; round++) {
			MPI_Start(&request);
			fill(1, 0);
			for (int part = 0; part < 2; part++) {
				fill(part, round);
				fill(2, part);
				MPI_Pready(part, request);
			}
			fill(2, round);
			fill(3, round);
			cells[3 * EACH] = 0;
			MPI_Pready_list(2, list, request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
			fill(1, 0);
		}
	} else {
		MPI_Precv_init(cells, PARTS, EACH, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		for (int round = 0; round < 2; round++) {
			MPI_Start(&request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
		}
	}
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
