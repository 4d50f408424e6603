// The receive claims more room than was allocated. No message is that long, so nothing happens yet.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *got = malloc(N / 2 * sizeof *got);
    int data[N] = {0};

    if (rank == 0)
        MPI_Send(data, N / 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(got, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want OBJ009 "^buf of MPI_Recv takes 400 bytes from byte 0 on of a heap block of 200 bytes"
    free(got);

    MPI_Finalize();
    return 0;
}
