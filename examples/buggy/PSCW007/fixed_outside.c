// gomarmot: ranks=4
// Ranks 0 and 1, which share a window, name each other. The barrier orders the start
// after the post, as MPI_MODE_NOCHECK requires.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Comm pair;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, pair, &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, rank == 0 ? (int[]){1} : (int[]){0}, &group);

    if (rank == 0)
        MPI_Win_post(group, MPI_MODE_NOCHECK, win);
    MPI_Barrier(pair);
    if (rank == 0) {
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(group, MPI_MODE_NOCHECK, win);
        MPI_Win_complete(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
