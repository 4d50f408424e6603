// gomarmot: ranks=3
// The last receive takes a message from any source.
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
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        if (k == 3)
            fourth = status.MPI_SOURCE;
    }
    if (rank == 0 && fourth == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);

    MPI_Finalize();
    return 0;
}
