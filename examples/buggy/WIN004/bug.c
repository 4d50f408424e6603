// A window needs an intracommunicator: its ranks form a single group. Here
// the communicator joins two groups, so the call is erroneous.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank;
    MPI_Comm half, inter;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);

    int err = MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, inter, &win); // want WIN004 "intercommunicator"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
