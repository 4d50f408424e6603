// gomarmot: ranks=3
// Each rank expects as many values as the root sends to it.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double all[16] = {0}, mine[16];
    int starts[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[3] = {1, 2, 3};
    MPI_Request done;

    MPI_Iscatterv(all, counts, starts, MPI_DOUBLE, mine, rank + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &done);
    MPI_Wait(&done, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
