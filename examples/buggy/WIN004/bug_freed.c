// The library keeps a copy of a communicator that its caller has freed in the
// meantime. The copy names no communicator any more.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    MPI_Comm comm, copy;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    copy = comm;
    MPI_Comm_free(&comm);

    int err = MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, copy, &win); // want WIN004 "freed"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
