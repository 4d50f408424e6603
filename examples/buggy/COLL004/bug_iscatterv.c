// gomarmot: ranks=3
// The root swaps the counts of ranks 1 and 2: rank 1 expects
// two values and gets three, rank 2 expects three and gets two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double all[16] = {0}, mine[16];
    int starts[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[3] = {1, 3, 2};
    MPI_Request done;

    MPI_Iscatterv(all, counts, starts, MPI_DOUBLE, mine, rank + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &done); // want COLL004 "rank 0 sends 3 MPI_DOUBLE .24 bytes. to rank 1, which receives 2 MPI_DOUBLE .16 bytes. from it"
    MPI_Wait(&done, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
