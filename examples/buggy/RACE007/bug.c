// Rank 1 loads from shared memory that rank 0 stores to, and does not wait for rank 0.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, unit, *mine, *first;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        mine[1] = 7;
    else
        printf("%d\n", first[1]); // want RACE007 "^a store of rank 0 changes, and a load of rank 1 reads, the same 4 bytes of the shared memory of rank 0, from byte 4 of its window on: neither rank waits for the other between the two accesses; call MPI_Win_sync"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
