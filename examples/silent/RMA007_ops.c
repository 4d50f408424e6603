// Accumulates may combine derived datatypes of one predefined type with different layouts,
// and may use MPI_REPLACE, pairs with MPI_MAXLOC, and MPI_NO_OP in calls that fetch.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, row[4] = {1, 2, 3, 4}, old[4];
    MPI_Datatype column, block;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_contiguous(4, MPI_INT, &block);
    MPI_Type_commit(&column);
    MPI_Type_commit(&block);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(row, 1, block, 1, 0, 1, column, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(row, 4, MPI_INT, 1, 0, 1, column, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(row, 2, MPI_2INT, 1, 8, 2, MPI_2INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Get_accumulate(NULL, 0, MPI_INT, old, 4, MPI_INT, 1, 0, 1, column, MPI_NO_OP, win);
        MPI_Fetch_and_op(NULL, &row[0], MPI_INT, 1, 15, MPI_NO_OP, win);
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&block);
    MPI_Type_free(&column);
    MPI_Finalize();
    return rank == 0 && old[3] != 4;
}
