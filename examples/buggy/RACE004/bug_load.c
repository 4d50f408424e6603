// A message tells rank 1 that rank 0 has called MPI_Put; rank 1 loads the cell, though the put need not be complete.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", cells[0]); // want RACE004 "^MPI_Put of rank 0 writes, and a load of rank 1 reads, the same 4 bytes of rank 1, from byte 0 of its window on: rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete; call MPI_Win_flush or unlock the window, and synchronize the two ranks after that"
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
