// MPI_Compare_and_swap compares bits: it takes integer, logical, byte and
// multi-language types, but not MPI_DOUBLE.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double old, expected = 0.0, value = 1.5, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    *cell = 0.0;

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Compare_and_swap(&value, &expected, &old, MPI_DOUBLE, 1, 0, win); // want RMA008 "MPI_DOUBLE"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
