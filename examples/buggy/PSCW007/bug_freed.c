// Rank 0 keeps a copy of the group's handle, frees the group and starts an epoch
// with the copy. The handle stands for no group any more, although it may happen
// to work.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Group group, copy;
    MPI_Win_get_group(win, &group);
    copy = group;
    MPI_Win_post(group, 0, win);
    if (rank == 1)
        MPI_Win_start(group, 0, win);
    MPI_Group_free(&group);
    if (rank == 0)
        MPI_Win_start(copy, 0, win); // want PSCW007 "freed"
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
