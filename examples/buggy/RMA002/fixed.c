// The last rank has no right neighbor and puts to MPI_PROC_NULL, which is a
// valid target: nothing is transferred.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, ranks;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
