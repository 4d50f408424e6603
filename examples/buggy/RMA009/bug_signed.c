// Counters are put as MPI_LONG into a window of MPI_UNSIGNED_LONG.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    unsigned long counters[2] = {0, 0};
    long mine = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(counters, sizeof counters, sizeof counters[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_LONG, 1 - rank, rank, 1, MPI_UNSIGNED_LONG, win); // want RMA009 "MPI_Put: data of MPI_LONG goes into MPI_UNSIGNED_LONG, a different type of the same size"
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return counters[1 - rank] != 7;
}
