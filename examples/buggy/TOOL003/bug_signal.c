// Rank 1 dies of a fault of its own; rank 0 waits for its message, and is not to blame.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1) {
        usleep(500000);
        abort();
    }
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want TOOL003 "rank 1 was killed by SIGABRT"

    MPI_Finalize();
    return 0;
}
