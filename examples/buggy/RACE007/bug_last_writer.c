// Each rank stores its own number at the same place of shared memory, with MPI_Win_sync after it: which of them is the
// last is open. Neither rank loads anything that could tell it what the other one does.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, unit, *last;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *last : 0, sizeof *last, MPI_INFO_NULL, MPI_COMM_WORLD, &last, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &last);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < 3; i++) {
        *last = rank; // want RACE007 "^stores of ranks 0 and 1 change the same 4 bytes of the shared memory of rank 0, from byte 0 of its window on: neither rank waits"
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
    }
    if (rank == 0)
        printf("%d\n", *last);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
