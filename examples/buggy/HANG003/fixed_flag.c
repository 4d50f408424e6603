// Rank 1 sets a flag in the window of rank 0 when its data are there. Rank 0 polls for the flag.
#include <mpi.h>
#include <unistd.h>

enum { DATA = 0, FLAG = 1, COUNT = 2 };

int main(int argc, char **argv) {
    int rank, set = 0;
    const int one = 1, value = 42;
    int *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    memory[DATA] = memory[FLAG] = memory[COUNT] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        while (!set) {
            MPI_Fetch_and_op(&one, &set, MPI_INT, 0, FLAG, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
            usleep(100);
        }
    } else if (rank == 1) {
        MPI_Accumulate(&value, 1, MPI_INT, 0, DATA, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, FLAG, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
