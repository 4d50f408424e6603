// gomarmot: ranks=3 hang
// Rank 2 takes part in a reduction where the others meet in a barrier. Each
// waits for the others in a different call.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, mine = 1, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want COLL001 "MPI_Allreduce"
    else
        MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
