// gomarmot: ranks=1
// gomarmot: skip-openmpi it ends the process without exit handlers, so that nothing is said while it runs
// The key was never created, and errors are fatal: the program ends in the call.
#include <mpi.h>

static int key = 12345;

int main(int argc, char **argv) {
    int value = 1;

    MPI_Init(&argc, &argv);

    MPI_Comm_set_attr(MPI_COMM_SELF, key, &value); // want OBJ001 "no call on this rank created it, and the process ended in the call"

    MPI_Finalize();
    return 0;
}
