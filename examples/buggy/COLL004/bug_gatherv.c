// gomarmot: ranks=3
// Rank 2 sends three values, but the root expects two values from rank 2.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[3] = {1, 2, 3}, all[16] = {0};
    int starts[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[3] = {1, 2, 2};

    MPI_Gatherv(mine, rank + 1, MPI_INT, all, counts, starts, MPI_INT, 1, MPI_COMM_WORLD); // want COLL004 "rank 2 sends 3 MPI_INT .12 bytes. to rank 1, which receives 2 MPI_INT .8 bytes. from it"

    MPI_Finalize();
    return 0;
}
