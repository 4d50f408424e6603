// Before it locks the window of rank 1, rank 0 waits for a message that rank 1 sends after MPI_Win_wait.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, result = 0, token = 0;
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
        MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&result, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
