// gomarmot: ranks=4
// The window belongs to a pair of ranks. Rank 2 locks its partner by the partner's
// rank in MPI_COMM_WORLD, 3, instead of the partner's rank in the window's group, 1.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, pair, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int partner = rank ^ 1;
    if (rank == 2 && MPI_Win_lock(MPI_LOCK_SHARED, partner, 0, win) == MPI_SUCCESS) { // want LOCK002 "rank 3"
        MPI_Put(&rank, 1, MPI_INT, partner, 0, 1, MPI_INT, win);
        MPI_Win_unlock(partner, win);
    }

    MPI_Win_free(&win);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
