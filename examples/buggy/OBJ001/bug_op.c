// gomarmot: ranks=1
// An operation is used after it was freed.
#include <mpi.h>

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
    int flag;
    MPI_Op op, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Op_create(add, 1, &op);
    copy = op;
    MPI_Op_free(&op);
    MPI_Op_commutative(op, &flag); // want OBJ001 "argument op of MPI_Op_commutative is MPI_OP_NULL"
    MPI_Op_free(&copy);            // want OBJ001 "argument op of MPI_Op_free, an operation, is already freed"

    MPI_Finalize();
    return 0;
}
