// gomarmot: ranks=3
// Each receive names the tag of its message.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2) {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        if (rank == 0)
            sleep(1);
        MPI_Send(&token, 1, MPI_INT, 2, 6 - rank, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
