// gomarmot: ranks=3
// Rank 0 passes MPI_MODE_NOPUT, since it expects both origins only to read its window.
// Rank 2 accumulates into the window in this exposure epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank == 0 ? 2 : 1, rank == 0 ? (int[]){1, 2} : (int[]){0}, &group);

    int value = rank;
    *base = rank;
    if (rank == 0) {
        MPI_Win_post(group, MPI_MODE_NOPUT, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(group, 0, win);
        if (rank == 1)
            MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        else
            MPI_Accumulate(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win); // want PSCW011 "window of rank .*NOPUT"
        MPI_Win_complete(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
