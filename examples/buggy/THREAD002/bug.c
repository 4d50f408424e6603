// An exit handler asks for the number of ranks after MPI_Finalize.
#include <mpi.h>
#include <stdlib.h>

static void at_end(void) {
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size); // want THREAD002 "MPI_Comm_size is called after MPI_Finalize"
}

int main(int argc, char **argv) {
    atexit(at_end);
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
