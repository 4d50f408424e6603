// The size of a window is a number of bytes and must not be negative. Here the
// subtraction that should give the size has its operands swapped.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int first = 2, last = 4;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    MPI_Aint size = (first - last) * (MPI_Aint)sizeof(int);
    int err = MPI_Win_create(&cells[first], size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN001 "size -8"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
