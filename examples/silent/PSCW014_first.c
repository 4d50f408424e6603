// Rank 1 stores to its window only before the fence, and later only loads from it: each post may assert that rank 1 has
// not stored since the last synchronization.
// gomarmot: access=auto
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, value = 0, sum = 0;
    MPI_Win win;
    MPI_Group all, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    cells[0] = cells[1] = rank;
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);

    for (int round = 0; round < 3; round++) {
        if (rank == 1) {
            MPI_Win_post(other, MPI_MODE_NOSTORE, win);
            MPI_Win_wait(win);
            sum += cells[0];
        } else {
            MPI_Win_start(other, 0, win);
            MPI_Put(&round, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Get(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
            MPI_Win_complete(win);
            sum += value;
        }
    }

    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum != 3;
}
