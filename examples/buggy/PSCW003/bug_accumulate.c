// gomarmot: ranks=3
// The start group excludes rank 1, but the loop over the targets still adds to
// its window.
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
    MPI_Group_incl(world, 1, rank == 0 ? (int[]){2} : (int[]){0}, &group);

    *base = 0;
    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        for (int target = 1; target <= 2; target++)
            MPI_Accumulate(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win); // want PSCW003 "to rank 1"
        MPI_Win_complete(win);
    } else if (rank == 2) {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
