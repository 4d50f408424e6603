// The old value is of no interest here, but MPI_Fetch_and_op has to put it
// somewhere: MPI_Accumulate would be the call without a result.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    long one = 1, *counter;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Fetch_and_op(&one, NULL, MPI_LONG, 1, 0, MPI_SUM, win); // want RMA012 "MPI_Fetch_and_op with the result address NULL"
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
