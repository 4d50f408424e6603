// gomarmot: ranks=3
// A post for an empty group needs no start. Every rank calls post and start with
// its groups of neighbors, which are empty at the ends of the line.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Group world, left, right;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank > 0, (int[]){rank - 1}, &left);
    MPI_Group_incl(world, rank < 2, (int[]){rank + 1}, &right);

    MPI_Win_post(left, 0, win);
    MPI_Win_start(right, 0, win);
    if (rank < 2)
        MPI_Put(&rank, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);

    if (left != MPI_GROUP_EMPTY)
        MPI_Group_free(&left);
    if (right != MPI_GROUP_EMPTY)
        MPI_Group_free(&right);
    MPI_Group_free(&world);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
