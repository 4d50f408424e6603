// gomarmot: ranks=3
// Both ranks add to the same four bytes, rank 0 as MPI_INT and rank 1 as MPI_UNSIGNED.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;
    unsigned bits = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 1)
        MPI_Accumulate(&bits, 1, MPI_UNSIGNED, 2, 0, 1, MPI_UNSIGNED, MPI_SUM, win); // want RACE002 "reach the same 4 bytes of rank 2.*as MPI_(INT and MPI_UNSIGNED|UNSIGNED and MPI_INT)"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
