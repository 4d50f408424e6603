// gomarmot: ranks=2 hang
// Rank 0 keeps a copy of the group's handle, frees the group and starts an epoch
// with the copy: the handle no longer stands for a group.
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

    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Group_free(&world);

    MPI_Group copy = group;
    MPI_Group_free(&group);
    if (rank == 0) {
        MPI_Win_start(copy, 0, win); // want PSCW007 "freed"
        MPI_Win_complete(win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
