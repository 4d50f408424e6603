// The exit handler first checks whether MPI is already finalized.
#include <mpi.h>
#include <stdlib.h>

static void at_end(void) {
    int size, over;

    MPI_Finalized(&over);
    if (!over)
        MPI_Comm_size(MPI_COMM_WORLD, &size);
}

int main(int argc, char **argv) {
    atexit(at_end);
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
