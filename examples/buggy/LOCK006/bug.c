// gomarmot: ranks=3
// Rank 1 exposes its window to rank 0, and rank 2 locks the window. Nothing orders
// the exposure epoch and the lock: the pause only lets this run come to an end.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;
    MPI_Group world, origins, targets;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    int origin_ranks[] = {0}, target_ranks[] = {1};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, origin_ranks, &origins);
    MPI_Group_incl(world, 1, target_ranks, &targets);

    if (rank == 0) {
        MPI_Win_start(targets, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
    } else {
        usleep(500000);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); // want LOCK006 "rank 2 asks for an exclusive lock on rank 1, and rank 1 exposes its window by MPI_Win_post: neither of them waits"
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }

    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
