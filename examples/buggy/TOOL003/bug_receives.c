// gomarmot: ranks=2 hang
// Each rank waits for the other rank to send first,
// rank 0 in MPI_Recv and rank 1 in MPI_Probe.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG001 "ranks 0, 1 wait for each other: rank 0 .*waits for a message with tag 3 .* from rank 1, which is in MPI_Probe.*waits for a message with any tag .* from any rank"
    else
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
