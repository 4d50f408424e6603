// Rank 0 calls MPI_Bcast first, rank 1 MPI_Barrier. Some MPI libraries get
// through, others take the broadcast for a message of the barrier and abort.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, steps = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        steps = 100;
        MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD); // want COLL001 "MPI_Barrier.*MPI_Bcast|MPI_Bcast.*MPI_Barrier"
        MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
