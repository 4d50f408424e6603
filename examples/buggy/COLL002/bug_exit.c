// Rank 1 meets an error of its own and leaves with exit, although the others
// wait for it in a barrier. MPI_Abort would end them too.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1) {
        sleep(1); /* it works, until something goes wrong */
        exit(3);
    }
    MPI_Barrier(MPI_COMM_WORLD); // want COLL002 "rank 1"

    MPI_Finalize();
    return 0;
}
