// Rank 0 increments its counter by a load and a store, followed by MPI_Win_sync, while the other ranks
// count by atomic calls: counts may be lost. Nothing orders the accesses of rank 0 and of the other ranks.
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
    for (int i = 0; i < 4; i++)
        if (rank == 0) {
            (*counter)++; // want RACE004 "^a store of rank 0 changes, and MPI_Fetch_and_op of rank [12] updates, the same 8 bytes"
            MPI_Win_sync(win);
        } else {
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
