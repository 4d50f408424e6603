// gomarmot: ranks=3 provoked=PROV001
// Rank 0 receives ten messages. If the fourth is from rank 2, the last receive waits for
// rank 1, though all messages of rank 1 may have been received.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value, fourth = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int k = 0; rank > 0 && k < 5; k++) {
        usleep(20000 + 100000 * (rank - 1));
        MPI_Send(&k, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int k = 0; rank == 0 && k < 10; k++) {
        const int from = k == 9 && fourth == 1 ? 2 : k == 9 ? 1 : MPI_ANY_SOURCE;

        MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &status);
        if (k == 3)
            fourth = status.MPI_SOURCE;
    }

    MPI_Finalize();
    return 0;
}
