// Rank 1 loads a value of rank 0 after an atomic flag that rank 0 stores with release and rank 1 loads with acquire.
// gomarmot: access=auto flag=-O2
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, unit, *own, *first, seen = 0;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank ? 0 : 16 * sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        first[0] = first[8] = 0;
        MPI_Win_sync(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) {
        first[8] = 5;
        atomic_store_explicit((_Atomic int *)&first[0], 1, memory_order_release);
    } else {
        while (atomic_load_explicit((_Atomic int *)&first[0], memory_order_acquire) == 0)
            ;
        seen = first[8];
    }
    MPI_Win_unlock_all(win);
    if (rank == 1)
        printf("%d\n", seen);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
