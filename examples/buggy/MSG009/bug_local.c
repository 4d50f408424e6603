// The buffer for buffered sends is a local variable of a function that returns before
// the buffer is used.
#include <mpi.h>

enum { SIZE = 1000 };

static void setup(void) {
    char space[SIZE + MPI_BSEND_OVERHEAD];

    MPI_Buffer_attach(space, sizeof space); // want MSG009 "^the buffer for buffered sends is a local variable of a function that returned before MPI_Buffer_detach$"
}

int main(int argc, char **argv) {
    int rank, size, value = 1;
    void *buffer;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    setup();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Bsend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &size);

    MPI_Finalize();
    return 0;
}
