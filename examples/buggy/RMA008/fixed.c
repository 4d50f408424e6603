// The word that is compared and swapped is an integer, MPI_INT64_T.
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv) {
    int rank;
    int64_t old, expected = 0, value = 15, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Compare_and_swap(&value, &expected, &old, MPI_INT64_T, 1, 0, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
