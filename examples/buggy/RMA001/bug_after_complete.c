// MPI_Win_complete has closed rank 0's access epoch. The second put comes after
// it and belongs to no epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[2];
    int rank, peer, value = 42;
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); // want RMA001 "no .*epoch"
    } else {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }

    MPI_Win_free(&win);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
