// gomarmot: hang
// The ranks have created the operation with different commute flags: they may
// combine the values in different orders.
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
    int rank, mine = 7, result = 0;
    MPI_Op own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add, rank == 0, &own);

    MPI_Reduce(&mine, &result, 1, MPI_INT, own, 0, MPI_COMM_WORLD); // want COLL003 "^MPI_Reduce: rank 0 gives an operation that was created with commute = true, rank 1 gives an operation with commute = false$"

    MPI_Op_free(&own);
    MPI_Finalize();
    return 0;
}
