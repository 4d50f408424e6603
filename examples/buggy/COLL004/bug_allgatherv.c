// gomarmot: ranks=3
// Rank 1 has an old copy of the counts: it expects
// three values from rank 2, which sends two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int all[16] = {0}, mine[2] = {7, 8};
    int starts[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[3] = {1, 1, rank == 1 ? 3 : 2};

    MPI_Allgatherv(mine, rank == 2 ? 2 : 1, MPI_INT, all, counts, starts, MPI_INT, MPI_COMM_WORLD); // want COLL004 "rank 2 sends 2 MPI_INT .8 bytes. to rank 1, which receives 3 MPI_INT .12 bytes. from it"

    MPI_Finalize();
    return 0;
}
