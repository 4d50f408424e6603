// The function of a user-defined operation must not communicate. Here
// it logs its result with a message that the rank sends to itself.
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    int seen;

    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    MPI_Sendrecv(inout, 1, MPI_INT, 0, 3, &seen, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE); // want COLL007 "MPI_Sendrecv is called in the function of a reduction, inside MPI_Allreduce"
}

int main(int argc, char **argv) {
    int mine = 1, sum;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
