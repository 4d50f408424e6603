// gomarmot: ranks=3
// A ring of origins and targets: every rank posts before it starts, and completes
// before it waits, so no ranks can wait in a circle.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Group world, left, right;
    int next = (rank + 1) % 3, previous = (rank + 2) % 3;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &previous, &left);
    MPI_Group_incl(world, 1, &next, &right);
    for (int i = 0; i < 3; i++) {
        MPI_Win_post(left, 0, win);
        MPI_Win_start(right, 0, win);
        MPI_Put(&i, 1, MPI_INT, next, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&left);
    MPI_Group_free(&right);
    MPI_Group_free(&world);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
