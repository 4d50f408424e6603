// gomarmot: ranks=2
// Rank 0 flushes the put before it sets the flag.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value = 7, one = 1, flag = 0, unused = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    cell[0] = cell[2] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else {
        while (!flag) {
            MPI_Fetch_and_op(&unused, &flag, MPI_INT, 1, 2, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        printf("value %d\n", value);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
