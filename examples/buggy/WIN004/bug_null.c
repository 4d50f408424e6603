// MPI_Comm_split gives MPI_COMM_NULL to ranks without a color. A rank that is
// not in the group cannot create a window with it.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank;
    MPI_Comm workers;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &workers);

    int err = MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, workers, &win); // want WIN004 "MPI_COMM_NULL"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    if (workers != MPI_COMM_NULL)
        MPI_Comm_free(&workers);
    MPI_Finalize();
    return 0;
}
