// Rank 0 receives the second message first. MPI_ANY_SOURCE changes nothing: no other message has this tag.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int a = 1, b = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Recv(&b, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD); // want HANG004 "rank 0 would wait in MPI_Recv for a message of rank 1 with tag 9, rank 1 would wait in MPI_Send until rank 0 receives its message .tag 2"
        MPI_Send(&b, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
