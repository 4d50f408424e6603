// All ranks must name the same operation. Rank 0 passes a user-defined operation, rank 1 passes MPI_SUM.
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
    MPI_Op_create(add, 1, &own);

    MPI_Reduce(&mine, &result, 1, MPI_INT, rank == 0 ? own : MPI_SUM, 0, MPI_COMM_WORLD); // want COLL003 "^MPI_Reduce: rank 1 gives the operation MPI_SUM, rank 0 gives an operation that the program has defined$"

    MPI_Op_free(&own);
    MPI_Finalize();
    return 0;
}
