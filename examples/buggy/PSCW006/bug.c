// Once MPI_Win_test has returned flag = true, the exposure epoch is over. MPI_Win_test
// must not be called again until the window is posted again.
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

    int flag = 0;
    if (rank == 1) {
        MPI_Win_post(group, 0, win);
        while (!flag)
            MPI_Win_test(win, &flag);
        MPI_Win_test(win, &flag); // want PSCW006 "flag = true"
    } else {
        MPI_Win_start(group, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
