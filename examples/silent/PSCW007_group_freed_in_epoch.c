// The group is freed while the epochs that it opened go on: start and post no
// longer need it.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Group group;
    MPI_Win_get_group(win, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Group_free(&group);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
