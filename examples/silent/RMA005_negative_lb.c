// A datatype may reach to the left of its displacement. Only the bytes that it
// describes must lie in the window, and here they do.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, row[2] = {1, 2}, lengths[] = {1, 1}, at[] = {-2, 1};
    MPI_Datatype around;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(2, lengths, at, MPI_INT, &around);
    MPI_Type_commit(&around);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 2, MPI_INT, 1, 2, 1, around, win); // cells 0 and 3
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&around);
    MPI_Finalize();
    return rank == 1 && (cells[0] != 1 || cells[3] != 2);
}
