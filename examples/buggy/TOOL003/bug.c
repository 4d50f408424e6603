// The program ends without MPI_Finalize on any rank. Every process that has
// initialized MPI must finalize it before it exits.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win); // want TOOL003 "MPI_Finalize"
    return 0;
}
