// As in bug.c, with a nonblocking reduction and a nonblocking scan:
// the function runs inside calls such as MPI_Wait or MPI_Test.
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    int seen;

    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    MPI_Sendrecv(inout, 1, MPI_INT, 0, 3, &seen, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE); // want COLL007 "MPI_Sendrecv is called in the function of a reduction"
}

int main(int argc, char **argv) {
    int mine = 1, sums[2], done = 0;
    MPI_Request requests[2];
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(&mine, &sums[0], 1, MPI_INT, op, MPI_COMM_WORLD, &requests[0]);
    MPI_Iscan(&mine, &sums[1], 1, MPI_INT, op, MPI_COMM_WORLD, &requests[1]);
    MPI_Op_free(&op);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    while (!done)
        MPI_Test(&requests[1], &done, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
