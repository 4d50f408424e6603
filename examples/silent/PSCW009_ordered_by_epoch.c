// Rank 1 posts, then completes an access epoch on a second window. Rank 0 waits for
// the end of that epoch before it starts, so its start follows the post.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;
    MPI_Group world, origins, targets;
    int *edge;
    MPI_Win halo;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    int origin_ranks[] = {0}, target_ranks[] = {1};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, origin_ranks, &origins);
    MPI_Group_incl(world, 1, target_ranks, &targets);
    MPI_Win_allocate(sizeof *edge, sizeof *edge, MPI_INFO_NULL, MPI_COMM_WORLD, &edge, &halo);

    if (rank == 0) {
        MPI_Win_post(targets, 0, halo);
        MPI_Win_wait(halo);
        MPI_Win_start(targets, MPI_MODE_NOCHECK, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(origins, MPI_MODE_NOCHECK, win);
        MPI_Win_start(origins, 0, halo);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, halo);
        MPI_Win_complete(halo);
        MPI_Win_wait(win);
    }

    MPI_Win_free(&halo);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
