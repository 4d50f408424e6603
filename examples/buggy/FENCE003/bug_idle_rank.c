// gomarmot: ranks=3
// Rank 2 has no communication of its own in the epoch being closed, and says so
// with MPI_MODE_NOPRECEDE. The assertion must be passed by all ranks or by none.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(rank == 2 ? MPI_MODE_NOPRECEDE : 0, win); // want FENCE003 "rank .*NOPRECEDE.*rank"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
