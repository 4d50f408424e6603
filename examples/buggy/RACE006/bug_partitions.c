// Partitions of a send are stored to, marked as ready, and stored to again, before the send is
// complete.
// gomarmot: access=auto
// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
#include <mpi.h>

enum { PARTS = 4, EACH = 16 };

static int cells[PARTS * EACH];

static void fill(int part, int round)
{
	for (int i = 0; i < EACH; i++)
		cells[part * EACH + i] = round + i; // want RACE006 "this store changes 64 bytes, from byte 64 on, of buf of the pending operation of MPI_Psend_init, which reads them until its request is complete"
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
			for (int part = 0; part < 2; part++) {
				fill(part, round);
				MPI_Pready(part, request);
			}
			fill(2, round);
			fill(3, round);
			MPI_Pready_list(2, list, request);
			if (round == 1)
				fill(1, 0);
			cells[3 * EACH] = 0; // want RACE006 "this store changes 4 bytes, from byte 192 on"
			MPI_Wait(&request, MPI_STATUS_IGNORE);
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
