// The broadcast of the second half of the array begins one element too late.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *cells = calloc(N, sizeof *cells);

    MPI_Bcast(cells + N / 2 + 1, N / 2, MPI_INT, 0, MPI_COMM_WORLD); // want OBJ009 "^buffer of MPI_Bcast takes 200 bytes from byte 204 on of a heap block of 400 bytes: it ends 4 bytes beyond the block"
    free(cells);

    MPI_Finalize();
    return 0;
}
