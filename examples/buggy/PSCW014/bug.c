// Rank 1 stores to its window, and then posts the window with MPI_MODE_NOSTORE.
// gomarmot: access=auto
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, value = 0;
    MPI_Win win;
    MPI_Group all, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);

    for (int round = 0; round < 3; round++) {
        if (rank == 1) {
            cells[1] = round;
            MPI_Win_post(other, MPI_MODE_NOSTORE, win); // want PSCW014 "^MPI_MODE_NOSTORE, but this rank has stored to its window since the last synchronization, by a store"
            MPI_Win_wait(win);
        } else {
            MPI_Win_start(other, 0, win);
            MPI_Get(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }

    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
