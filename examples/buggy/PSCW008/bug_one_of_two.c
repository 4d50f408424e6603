// gomarmot: ranks=3
// Rank 0 starts with MPI_MODE_NOCHECK on two targets, but only rank 1 has posted with
// MPI_MODE_NOCHECK: each matching post must pass the assertion.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank == 0 ? 2 : 1, rank == 0 ? (int[]){1, 2} : (int[]){0}, &group);

    if (rank != 0)
        MPI_Win_post(group, rank == 1 ? MPI_MODE_NOCHECK : 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_start(group, MPI_MODE_NOCHECK, win); // want PSCW008 "NOCHECK.*rank 2"
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_wait(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
