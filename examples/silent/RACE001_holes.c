// gomarmot: ranks=3
// Each of three ranks accesses every third cell, from its own first cell on: two
// ranks put and the third rank gets, in one epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;
    int values[4] = {1, 2, 3, 4};
    MPI_Datatype every_third;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(12 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Type_create_hvector(4, 1, 3 * sizeof(int), MPI_INT, &every_third);
    MPI_Type_commit(&every_third);

    MPI_Win_lock_all(0, win);
    if (rank == 2)
        MPI_Get(values, 4, MPI_INT, 0, rank, 1, every_third, win);
    else
        MPI_Put(values, 4, MPI_INT, 0, rank, 1, every_third, win);
    MPI_Win_unlock_all(win);

    MPI_Type_free(&every_third);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
