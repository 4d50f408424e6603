// Counters are MPI_UNSIGNED_LONG at both ends.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    unsigned long counters[2] = {0, 0};
    unsigned long mine = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(counters, sizeof counters, sizeof counters[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_UNSIGNED_LONG, 1 - rank, rank, 1, MPI_UNSIGNED_LONG, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return counters[1 - rank] != 7;
}
