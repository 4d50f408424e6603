// A window that is to be addressed from its end cannot say so by a negative
// displacement unit: the unit must be positive.
#include <mpi.h>

int main(int argc, char **argv) {
    static int stack[16];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    int unit = -(int)sizeof(int);
    int err = MPI_Win_create(stack, sizeof stack, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN002 "displacement unit -4"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
