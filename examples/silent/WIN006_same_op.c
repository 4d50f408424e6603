// Windows with accumulate_ops: other operations at other addresses, to MPI_PROC_NULL,
// and in later epochs; MPI_NO_OP and MPI_Compare_and_swap with same_op_no_op; and a
// window without the hint, where operations differ at one address.
#include <mpi.h>
#include <stddef.h>

static MPI_Win make(const char *ops, long **cells) {
    MPI_Info info;
    MPI_Win win;

    MPI_Info_create(&info);
    if (ops)
        MPI_Info_set(info, "accumulate_ops", ops);
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), info, MPI_COMM_WORLD, cells, &win);
    MPI_Info_free(&info);
    return win;
}

int main(int argc, char **argv) {
    long *a, *b, *c, ones[2] = {1, 1}, old, result;
    int rank, peer;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Win same = make("same_op", &a), no_op = make("same_op_no_op", &b), any = make(NULL, &c);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, same);
    MPI_Accumulate(ones, 2, MPI_LONG, peer, 0, 2, MPI_LONG, MPI_SUM, same);
    MPI_Accumulate(ones, 2, MPI_LONG, peer, 0, 2, MPI_LONG, MPI_SUM, same);
    MPI_Accumulate(ones, 2, MPI_LONG, peer, 2, 2, MPI_LONG, MPI_PROD, same);
    MPI_Accumulate(ones, 0, MPI_LONG, peer, 0, 0, MPI_LONG, MPI_MAX, same);
    MPI_Accumulate(ones, 2, MPI_LONG, MPI_PROC_NULL, 0, 2, MPI_LONG, MPI_MAX, same);
    MPI_Win_fence(0, same);
    MPI_Accumulate(ones, 2, MPI_LONG, peer, 0, 2, MPI_LONG, MPI_PROD, same);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, same);

    MPI_Win_lock_all(0, no_op);
    MPI_Accumulate(ones, 1, MPI_LONG, peer, 0, 1, MPI_LONG, MPI_SUM, no_op);
    MPI_Fetch_and_op(NULL, &old, MPI_LONG, peer, 0, MPI_NO_OP, no_op);
    MPI_Win_flush(peer, no_op);
    MPI_Fetch_and_op(ones, &old, MPI_LONG, peer, 0, MPI_REPLACE, no_op);
    MPI_Win_flush_local(peer, no_op); // completes operations that fetch
    MPI_Accumulate(ones, 1, MPI_LONG, peer, 0, 1, MPI_LONG, MPI_SUM, no_op);
    MPI_Compare_and_swap(&ones[0], &ones[1], &result, MPI_LONG, peer, 0, no_op);
    MPI_Win_unlock_all(no_op);

    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, any);
    MPI_Accumulate(ones, 1, MPI_LONG, peer, 0, 1, MPI_LONG, MPI_SUM, any);
    MPI_Accumulate(ones, 1, MPI_LONG, peer, 0, 1, MPI_LONG, MPI_PROD, any);
    MPI_Win_unlock(peer, any);

    MPI_Win_free(&any);
    MPI_Win_free(&no_op);
    MPI_Win_free(&same);
    MPI_Finalize();
    return 0;
}
