// gomarmot: ranks=3
// Rank 0 writes the even cells and rank 1 writes the odd
// cells: each datatype covers the gaps of the other.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;
    int values[4] = {1, 2, 3, 4};
    MPI_Datatype second_cells;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Type_vector(4, 1, 2, MPI_INT, &second_cells);
    MPI_Type_commit(&second_cells);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, 4, MPI_INT, 2, 0, 1, second_cells, win);
    if (rank == 1)
        MPI_Put(values, 4, MPI_INT, 2, 1, 1, second_cells, win);
    MPI_Win_fence(0, win);

    MPI_Type_free(&second_cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
