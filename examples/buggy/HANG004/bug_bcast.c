// Rank 0 sends a message after the broadcast, and rank 1 waits for the message before the
// broadcast. The root may leave a broadcast early, but a broadcast may also wait for all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int a = 1, b = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD); // want HANG004 "a collective call did not wait for all ranks; otherwise rank 0 would wait in MPI_Bcast for rank 1, rank 1 would wait in MPI_Recv for a message of rank 0"
        MPI_Send(&b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
