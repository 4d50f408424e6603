// gomarmot: ranks=3 hang
// Rank 0 exposes its window to ranks 1 and 2, but only rank 1 starts an epoch on
// it. The wait needs the complete of both.
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

    if (rank == 0) {
        MPI_Win_post(group, 0, win); // want PSCW002 "rank 2.*no matching MPI_Win_start"
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
