// Rank 1 polls an int in its own window by loads until a put changes the int. Compilers may give the first test of the
// loop a load instruction of its own.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, there, polls = 0;
    int value = 1;
    volatile int *flag;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    cells[0] = 0;
    flag = cells;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    } else {
        while (*flag == 0 || polls < 4) {
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE); // lets MPICH progress
            MPI_Win_sync(win);
            polls++;
        }
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
