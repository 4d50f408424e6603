// The program increments the buffer of a pending receive: the load and the store are one fault.
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
    halo++; // want RACE006 "^this store changes 4 bytes of buf of the pending MPI_Irecv, which writes to them"
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", halo);

    MPI_Finalize();
    return 0;
}
