// gomarmot: ranks=3
// The first receive is meant for the message of rank 1, but takes any tag. If it takes the message of rank 0, the
// second receive, which asks for the tag of that message, waits forever. A pause hides the fault in this run.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2) {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "could have taken that of rank 0, the only one with tag 6, for which MPI_Recv asks"
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        if (rank == 0)
            sleep(1);
        MPI_Send(&token, 1, MPI_INT, 2, 6 - rank, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
