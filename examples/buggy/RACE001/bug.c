// gomarmot: ranks=3
// Rank 1 gets the cell of rank 2 that rank 0 puts to in the same fence epoch. The get may
// return the old value or the new value: only a fence between the put and the get orders them.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, result = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
    else if (rank == 1)
        MPI_Get(&result, 1, MPI_INT, 2, 1, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 2.*no fence of both ranks"
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
