// Rank 1 sets a flag in a second window when its exposure epoch has ended, and rank 0
// polls the flag before it locks rank 1's window.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, *more;
    int value = 1, seen = 0, zero = 0;
    MPI_Win win, other;
    MPI_Group world, origins, targets;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(4 * sizeof *more, sizeof *more, MPI_INFO_NULL, MPI_COMM_WORLD, &more, &other);
    int origin_ranks[] = {0}, target_ranks[] = {1};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, origin_ranks, &origins);
    MPI_Group_incl(world, 1, target_ranks, &targets);

    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, other);
        more[0] = 0;
        MPI_Win_unlock(1, other);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, other);
    if (rank == 0) {
        MPI_Win_start(targets, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        while (!seen) {
            MPI_Fetch_and_op(&zero, &seen, MPI_INT, 1, 0, MPI_NO_OP, other);
            MPI_Win_flush(1, other);
        }
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, other);
        MPI_Win_flush(1, other);
    }
    MPI_Win_unlock_all(other);

    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
