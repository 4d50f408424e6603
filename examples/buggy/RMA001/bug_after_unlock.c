// MPI_Win_unlock has closed the epoch. The get after it, which should check the value of
// the put, belongs to no epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 42, check = 0, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Get(&check, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RMA001 "no .*epoch"
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
