// MPI_Accumulate accepts only predefined operations. An operation created by
// MPI_Op_create, valid for MPI_Reduce, cannot run inside the target's MPI.
#include <mpi.h>

static void add_mod_7(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] = (((int *)inout)[i] + ((int *)in)[i]) % 7;
}

int main(int argc, char **argv) {
    static int sum;
    int rank, value = 5;
    MPI_Op op;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add_mod_7, 1, &op);
    MPI_Win_create(&sum, sizeof sum, sizeof sum, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win); // want RMA007 "user-defined"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
