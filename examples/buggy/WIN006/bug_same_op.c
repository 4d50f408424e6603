// The window was created with the promise that concurrent accumulates to one address use the same operation.
// The second accumulate uses a different operation.
// The default accumulate_ordering orders the two accumulates, but given the hint, MPI need not make accumulates
// with different operations atomic.
#include <mpi.h>

int main(int argc, char **argv) {
    double *cells, two = 2;
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", "same_op");
    MPI_Win_allocate(4 * sizeof(double), sizeof(double), info, MPI_COMM_WORLD, &cells, &win);
    MPI_Info_free(&info);

    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Accumulate(&two, 1, MPI_DOUBLE, 1 - rank, 2, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Accumulate(&two, 1, MPI_DOUBLE, 1 - rank, 2, 1, MPI_DOUBLE, MPI_PROD, win); // want WIN006 "same_op.*MPI_PROD meets a call with MPI_SUM"
    MPI_Win_unlock(1 - rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
