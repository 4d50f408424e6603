// gomarmot: ranks=2 hang
// Rank 0 calls fence and then the barrier, rank 1 vice versa: each waits
// in one collective call for the rank that is in the other.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 0) {
        MPI_Win_fence(0, win); // want FENCE009 "MPI_Barrier"
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_fence(0, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
