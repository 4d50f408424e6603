// MPI_MODE_NOPUT holds for one exposure epoch. The put belongs to the next
// epoch, which the target posts without MPI_MODE_NOPUT.
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

    int value = 0;
    *base = rank;
    for (int i = 0; i < 2; i++) {
        if (rank == 1) {
            MPI_Win_post(group, i == 0 ? MPI_MODE_NOPUT : 0, win);
            MPI_Win_wait(win);
        } else {
            MPI_Win_start(group, 0, win);
            if (i == 0)
                MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            else
                MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
