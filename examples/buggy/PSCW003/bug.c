// gomarmot: ranks=3
// The start group contains only rank 1, but rank 0 puts to rank 2: communication in
// this epoch may access only the windows of the group.
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
    MPI_Group_incl(world, 1, rank == 0 ? (int[]){1} : (int[]){0}, &group);

    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want PSCW003 "to rank 2"
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
