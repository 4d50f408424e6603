// Rank 1 stores to a cell of its window while rank 0 puts to this cell.
// gomarmot: access=auto
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    else
        cells[2] = 7; // want RACE004 "^MPI_Put of rank 0 writes, and a store of rank 1 changes, the same 4 bytes of rank 1, from byte 8 of its window on: no fence of both ranks lies between the two accesses; call MPI_Win_fence"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
