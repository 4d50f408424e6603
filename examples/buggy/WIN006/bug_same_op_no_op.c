// With accumulate_ops set to same_op_no_op, the program may sum and fetch a value, but not replace
// it at the same time. With accumulate_ordering=none, nothing orders the sum and the replacement.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    long *cells, values[4] = {1, 1, 1, 1}, zero = 0, old;
    int rank;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", "same_op_no_op");
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), info, MPI_COMM_WORLD, &cells, &win);
    MPI_Info_free(&info);

    MPI_Win_lock_all(0, win);
    MPI_Accumulate(values, 4, MPI_LONG, 1 - rank, 0, 4, MPI_LONG, MPI_SUM, win);
    MPI_Fetch_and_op(NULL, &old, MPI_LONG, 1 - rank, 1, MPI_NO_OP, win);
    MPI_Accumulate(&zero, 1, MPI_LONG, 1 - rank, 3, 1, MPI_LONG, MPI_REPLACE, win); // want WIN006 "same_op_no_op.*MPI_REPLACE meets a call with MPI_SUM"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
