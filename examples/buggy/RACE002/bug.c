// gomarmot: ranks=3
// Two ranks update one cell in the same epoch, rank 0 with a sum and rank 1 with a
// product. Accumulates are atomic only to accumulates with the same operation: one of the
// two updates may be lost.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 1)
        MPI_Accumulate(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_PROD, win); // want RACE002 "reach the same 4 bytes of rank 2.*with MPI_(SUM and MPI_PROD|PROD and MPI_SUM)"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
