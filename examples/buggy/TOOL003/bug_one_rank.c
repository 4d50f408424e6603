// Rank 1 exits without MPI_Finalize, in which rank 0 then waits for it until
// the launcher ends the job or, with some, forever.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); // want TOOL003 "rank 1"

    if (rank == 1)
        exit(0);
    MPI_Finalize();
    return 0;
}
