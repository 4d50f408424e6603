// Rank 0 assumes that every window has 8 cells, like its own. Rank 1 exposes
// only 4 cells: the put writes bytes 16 to 32 of a window of 16 bytes.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank, half[4] = {1, 2, 3, 4};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Aint size = (rank == 0 ? 8 : 4) * (MPI_Aint)sizeof(int);
    MPI_Win_create(cells, size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(half, 4, MPI_INT, 1, 4, 4, MPI_INT, win); // want RMA005 "32.*16"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
