// gomarmot: ranks=2 env=GOMARMOT_LOG=/dev/null/run.log
// The program is correct, but the log cannot be written: /dev/null is not a
// directory. The events are lost, and a warning says so when MPI starts.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, value = 42;
    MPI_Win win;

    MPI_Init(&argc, &argv); // want TOOL002 "/dev/null/run.log"
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
