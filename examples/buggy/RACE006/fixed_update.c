// The program increments the buffer once the receive is complete.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, value = 1, halo = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Irecv(&halo, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    halo++;
    printf("%d\n", halo);

    MPI_Finalize();
    return 0;
}
