// gomarmot: ranks=4
// Ranks of a window are ranks in the communicator on which it was created.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, pair, &base, &win);

    int partner;
    MPI_Comm_rank(pair, &partner);
    partner ^= 1;
    if (rank == 2 && MPI_Win_lock(MPI_LOCK_SHARED, partner, 0, win) == MPI_SUCCESS) {
        MPI_Put(&rank, 1, MPI_INT, partner, 0, 1, MPI_INT, win);
        MPI_Win_unlock(partner, win);
    }

    MPI_Win_free(&win);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
