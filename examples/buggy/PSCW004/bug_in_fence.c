// Rank 0 has put in a fence epoch and starts another access epoch before the
// fence that ends it. (Where start refuses, the program gives up.)
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        if (MPI_Win_start(group, 0, win) != MPI_SUCCESS) // want PSCW004 "fence epoch"
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
