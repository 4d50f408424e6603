// Displacements are multiplied by the displacement unit, which must be
// positive. Zero would make every displacement the start of the window.
#include <mpi.h>

int main(int argc, char **argv) {
    static char bytes[64];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    int err = MPI_Win_create(bytes, sizeof bytes, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN002 "displacement unit 0"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
