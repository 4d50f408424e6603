// No block of the type overlaps another, but its extent was set to one cell: the second of
// two elements starts inside the first element.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Datatype pair, resized;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, sizeof(int), &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&pair);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 2, resized, win); // want RMA010 "overlap"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&resized);
    MPI_Finalize();
    return 0;
}
