// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Partitioned messages both ways, in rounds: both operations are started before either is waited for. The
// sender and the receiver divide a message into different partitions.
#include <mpi.h>

enum { CELLS = 8 };

int main(int argc, char **argv) {
    int rank, mine[CELLS] = {0}, theirs[CELLS];
    MPI_Request operations[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Psend_init(mine, CELLS / 2, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &operations[0]);
    MPI_Precv_init(theirs, CELLS, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &operations[1]);

    for (int round = 0; round < 3; round++) {
        MPI_Startall(2, operations);
        for (int i = CELLS / 2 - 1; i >= 0; i--) {
            mine[2 * i] = mine[2 * i + 1] = round;
            MPI_Pready(i, operations[0]);
        }
        MPI_Waitall(2, operations, statuses);
    }

    MPI_Request_free(&operations[0]);
    MPI_Request_free(&operations[1]);
    MPI_Finalize();
    return 0;
}
