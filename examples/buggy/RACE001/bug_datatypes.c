// gomarmot: ranks=3
// Rank 0 writes every second cell and rank 1 writes every third cell: both write cells 0
// and 6.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;
    int values[4] = {1, 2, 3, 4};
    MPI_Datatype second_cells, third_cells;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Type_vector(4, 1, 2, MPI_INT, &second_cells);
    MPI_Type_vector(3, 1, 3, MPI_INT, &third_cells);
    MPI_Type_commit(&second_cells);
    MPI_Type_commit(&third_cells);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, 4, MPI_INT, 2, 0, 1, second_cells, win);
    if (rank == 1)
        MPI_Put(values, 3, MPI_INT, 2, 0, 1, third_cells, win); // want RACE001 "reach the same 4 bytes of rank 2.*no fence"
    MPI_Win_fence(0, win);

    MPI_Type_free(&second_cells);
    MPI_Type_free(&third_cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
