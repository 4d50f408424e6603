// MPI_Win_test may be called as often as it returns flag = false; the window is
// posted again after each flag = true.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);

    for (int i = 0; i < 5; i++) {
        if (rank == 1) {
            int flag = 0;
            MPI_Win_post(group, 0, win);
            MPI_Barrier(MPI_COMM_WORLD);
            while (!flag)
                MPI_Win_test(win, &flag);
        } else {
            MPI_Win_start(group, 0, win);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Put(&i, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
