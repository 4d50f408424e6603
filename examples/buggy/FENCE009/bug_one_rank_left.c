// gomarmot: ranks=3 hang
// Rank 2 leaves the loop one iteration early and frees the window; the others
// wait for it in their fourth fence.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int rounds = rank == 2 ? 3 : 4;
    for (int i = 0; i < rounds; i++)
        MPI_Win_fence(0, win); // want FENCE009 "rank 2"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
