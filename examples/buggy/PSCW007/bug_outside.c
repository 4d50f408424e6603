// gomarmot: ranks=4 hang
// Ranks 0 and 1 share one window, ranks 2 and 3 another. Rank 0 exposes its window
// to rank 2, which is not in the window's group, and waits for it forever.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;
    MPI_Comm pair;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, pair, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){2}, &group);

    if (rank == 0) {
        MPI_Win_post(group, MPI_MODE_NOCHECK, win); // want PSCW007 "rank 2"
        MPI_Win_wait(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
