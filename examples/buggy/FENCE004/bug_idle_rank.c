// gomarmot: ranks=3
// Rank 2 will not communicate in the next epoch and so passes MPI_MODE_NOSUCCEED,
// while ranks 0 and 1 go on: the assertion must be the same on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(rank == 2 ? MPI_MODE_NOSUCCEED : 0, win); // want FENCE004 "rank .*NOSUCCEED.*rank"
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
