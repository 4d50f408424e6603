// Rank 1 polls a flag in its own window under its own lock; rank 0 sets the flag before it puts the data.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int values[32] = {1}, value = 1, got = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(33 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    cells[32] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 32, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(values, 32, MPI_INT, 1, 0, 32, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Recv(values, 32, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        while (got == 0) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
            got = cells[32];
            MPI_Win_unlock(1, win);
        }
        MPI_Send(cells, 32, MPI_INT, 0, 0, MPI_COMM_WORLD); // want RACE004 "^MPI_Put of rank 0 writes, and MPI_Send of rank 1 loads, the same 128 bytes of rank 1, .*: .*; the window has the unified memory model, "
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
