// gomarmot: ranks=3 hang
// Rank 0 reduces on MPI_COMM_SELF. The other ranks reduce on MPI_COMM_WORLD and wait for rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, one = 1, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    else
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want COLL002 "rank 0"

    MPI_Finalize();
    return 0;
}
