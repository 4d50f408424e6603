// All ranks of a communicator must call its collectives in the same order.
// Rank 0 reduces first and gathers second, rank 1 vice versa: the sum may be
// wrong, or the program may hang.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, mine = 1, sum = 0, all[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD); // want COLL001 "MPI_Gather.*MPI_Reduce|MPI_Reduce.*MPI_Gather"
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
