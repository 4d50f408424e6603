// gomarmot: ranks=3
// If the first receive takes the message of rank 0, the second receive, which names rank
// 0, waits forever. A pause hides the fault in this run.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2) {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "could have taken that of rank 0, for which MPI_Recv asks by name"
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        if (rank == 0)
            sleep(1);
        MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
