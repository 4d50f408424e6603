// Origin and target must agree on the type of the data. Two floats are put where the
// target datatype says two ints: the same size, but another type signature.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank;
    float row[2] = {1.0f, 2.0f};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 2, MPI_FLOAT, 1, 0, 2, MPI_INT, win); // want RMA009 "MPI_FLOAT.*MPI_INT"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
