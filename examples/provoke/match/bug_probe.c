// gomarmot: ranks=3 provoked=PROV001|PROV002|PROV003
// MPI_Probe reports the length of a message, but the receive from any source may take another message.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[4] = {0, 0, 0, 0}, n;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        usleep(300000 * (3 - rank));
        MPI_Send(value, rank == 1 ? 4 : 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int k = 0; rank == 0 && k < 2; k++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &n);
        MPI_Recv(value, n, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
