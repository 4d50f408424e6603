// gomarmot: ranks=3 provoked=PROV001|PROV002
// The program assumes that rank 1's short message comes first: rank 2's message does not fit the first receive.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[4] = {0, 0, 0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        usleep(300000 * rank);
        MPI_Send(value, rank == 1 ? 1 : 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(value, 4, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
