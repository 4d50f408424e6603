// gomarmot: ranks=3
// All ranks call MPI_Win_lock_all with MPI_MODE_NOCHECK. Barriers
// separate these epochs from the exclusive locks before and after them.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOCHECK, win);
    cells[0] = cells[1] = cells[2] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int t = 0; t < 3; t++)
        MPI_Put(&value, 1, MPI_INT, t, rank, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % 3, 0, win);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % 3, 0, 1, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % 3, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
