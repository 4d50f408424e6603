// Rank 1 exits without MPI_Finalize. Rank 0 waits in MPI_Finalize until the launcher ends
// the job; some launchers never do.
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
