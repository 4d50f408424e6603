// A window of 64 bytes at address NULL: the array was never allocated. A rank
// that exposes no memory must pass size 0.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    double *field = NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    int err = MPI_Win_create(field, 8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN003 "NULL.*size 64"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
