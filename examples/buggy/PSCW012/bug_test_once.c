// A single MPI_Win_test stands in for the wait. It is called before the peers can
// have completed, returns flag = false, and so does not end the exposure epoch.
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

    int flag;
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Win_test(win, &flag);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win); // want PSCW012 "no MPI_Win_wait"
    MPI_Finalize();
    return 0;
}
