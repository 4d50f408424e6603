// Rank 1 exits without MPI_Finalize. The launcher kills rank 0, which waits for a message of rank 1.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1) {
        usleep(100000);
        exit(3);
    }
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG002 "rank 0 waits forever in MPI_Recv: it waits for a message with tag 0 on MPI_COMM_WORLD from rank 1, which ended without MPI_Finalize$"

    MPI_Finalize();
    return 0;
}
