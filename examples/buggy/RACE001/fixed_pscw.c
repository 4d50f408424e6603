// gomarmot: ranks=3
// Rank 2 exposes its window to one rank at a time, and calls MPI_Win_wait in between: the
// first put is complete when the second put begins.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2, token = 0;
    MPI_Win win;
    MPI_Group world, target;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    int origin_ranks[] = {0, 1}, target_rank[] = {2};
    MPI_Group first, last;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &origin_ranks[0], &first);
    MPI_Group_incl(world, 1, &origin_ranks[1], &last);
    MPI_Group_incl(world, 1, target_rank, &target);

    if (rank == 2) {
        MPI_Win_post(first, 0, win);
        MPI_Win_wait(win);
        MPI_Win_post(last, 0, win);
        MPI_Win_wait(win);
    } else if (rank == 0) {
        MPI_Win_start(target, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_start(target, 0, win);
        MPI_Put(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }

    MPI_Group_free(&target);
    MPI_Group_free(&last);
    MPI_Group_free(&first);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
