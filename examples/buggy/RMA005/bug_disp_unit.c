// The displacement is multiplied by the target's displacement unit. Rank 0
// gives it in bytes, but rank 1's unit is an int: 12 means byte 48, not 12.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[16];
    int rank, value = 42;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int unit = rank == 0 ? 1 : sizeof(int);
    MPI_Win_create(cells, 4 * sizeof(int), unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 3 * sizeof(int), 1, MPI_INT, win); // want RMA005 "52.*16"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
