// gomarmot: ranks=3
// Rank 0 exposes its window to both origins in one epoch, and waits once. Each
// origin starts as often as rank 0 names it: rank 2 only in every other round.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < 4; i++) {
        int origins[2] = {1, 2}, n = i % 2 ? 1 : 2; // rank 2 in every other round
        MPI_Group_incl(world, rank == 0 ? n : 1, rank == 0 ? origins : (int[]){0}, &group);
        if (rank == 0) {
            MPI_Win_post(group, 0, win);
            MPI_Win_wait(win);
        } else if (rank <= n) {
            MPI_Win_start(group, 0, win);
            MPI_Put(&i, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
        MPI_Group_free(&group);
    }
    MPI_Group_free(&world);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
