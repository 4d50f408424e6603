// gomarmot: ranks=3
// The target, rank 2 of MPI_COMM_WORLD, is translated to its rank in the
// group of the window.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, there = 2, target;
    MPI_Comm pair;
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, rank, &pair);

    if (pair != MPI_COMM_NULL) {
        MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, pair, &win);
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Win_get_group(win, &group);
        MPI_Group_translate_ranks(world, 1, &there, group, &target);
        MPI_Win_fence(0, win);
        if (rank == 1)
            MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Group_free(&group);
        MPI_Group_free(&world);
        MPI_Win_free(&win);
        MPI_Comm_free(&pair);
    }

    MPI_Finalize();
    return 0;
}
