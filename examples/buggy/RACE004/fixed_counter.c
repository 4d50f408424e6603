// The owner of a counter adds to it by an atomic call, as the other ranks do.
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
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        old = 10;
        MPI_Accumulate(&old, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    } else
        for (int i = 0; i < 4; i++) {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
            MPI_Win_unlock(0, win);
        }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld\n", *counter);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
