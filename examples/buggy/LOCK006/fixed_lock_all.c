// gomarmot: ranks=3
// Rank 2 locks another window: each window has one kind of synchronization.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, *more;
    int value = 1;
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

    if (rank == 2)
        MPI_Win_lock_all(0, other);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_start(targets, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, other);
        MPI_Win_flush(1, other);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Win_unlock_all(other);

    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
