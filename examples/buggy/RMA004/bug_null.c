// MPI_Type_free sets the handle to MPI_DATATYPE_NULL. The get after it has no
// datatype for its origin.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, copy[4];
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&type);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(copy, 1, type, 1, 0, 4, MPI_INT, win); // want RMA004 "MPI_DATATYPE_NULL"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
