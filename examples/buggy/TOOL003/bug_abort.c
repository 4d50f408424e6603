// gomarmot: ranks=1
// MPI_Abort ends the run without MPI_Finalize. That the window still exists
// is not a separate fault: an aborted program need not free it.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);

    MPI_Abort(MPI_COMM_WORLD, 2); // want TOOL003 "MPI_Abort"
    return 0;
}
