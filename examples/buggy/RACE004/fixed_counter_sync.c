// All ranks, including the owner of the counter, count by atomic calls.
// gomarmot: access=auto ranks=3
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    long *counter, one = 1, old;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
    *counter = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld\n", *counter);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
