// Rank 0 starts an access epoch while it holds a lock on the same window: the
// lock's access epoch is still open. (Where start refuses, rank 0 starts later.)
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

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        int refused = MPI_Win_start(group, 0, win); // want PSCW004 "lock of rank 0"
        MPI_Win_unlock(0, win);
        if (refused)
            MPI_Win_start(group, 0, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
