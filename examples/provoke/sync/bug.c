// gomarmot: ranks=2 provoked=PROV001
// Before it calls MPI_Bcast, rank 1 waits for a message that the root sends only after MPI_Bcast.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, value = 0, token = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        value = 5;
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    printf("rank %d: value %d\n", rank, value + token);

    MPI_Finalize();
    return 0;
}
