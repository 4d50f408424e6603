// A window keeps its group: the communicator of the window may be freed, and its
// handle value given to another communicator, while the window lives on.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank;
    MPI_Comm comm, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, comm, &win);
    MPI_Comm_free(&comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &other);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
