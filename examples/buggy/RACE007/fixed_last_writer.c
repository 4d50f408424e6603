// In each round one rank stores its number at the place of shared memory.
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
        if (rank == i % 2)
            *last = rank;
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
