// gomarmot: ranks=3 provoked=PROV001
// If the first two messages are both from rank 2, the third receive waits for another message of
// rank 2, which never comes.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value, twos = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int k = 0; rank > 0 && k < 2; k++) {
        usleep(20000 + 100000 * (rank - 1));
        MPI_Send(&k, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int k = 0; rank == 0 && k < 4; k++) {
        MPI_Recv(&value, 1, MPI_INT, k == 2 && twos == 2 ? 2 : MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        twos += status.MPI_SOURCE == 2;
    }

    MPI_Finalize();
    return 0;
}
