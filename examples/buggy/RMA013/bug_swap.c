// One variable holds the expected value and the result, as in the atomics of C. MPI does
// not allow this: the result needs a variable of its own.
#include <mpi.h>

int main(int argc, char **argv) {
    int *lock, rank, mine, seen = -1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &lock, &win);
    *lock = -1;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Compare_and_swap(&mine, &seen, &seen, MPI_INT, 0, 0, win); // want RMA013 "MPI_Compare_and_swap writes result_addr, 4 bytes of which are also in compare_addr"
        MPI_Win_unlock(0, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
