// Collective calls with MPI_BOTTOM and datatypes of absolute
// addresses, and a user-defined operation on a derived datatype.
#include <mpi.h>

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < 2 * *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, sums[2], all[4];
    int two = 2;
    MPI_Aint at;
    MPI_Datatype here, there, pair;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Get_address(mine, &at);
    MPI_Type_create_hindexed(1, &two, &at, MPI_INT, &here);
    MPI_Type_commit(&here);
    MPI_Get_address(all, &at);
    at += 2 * (MPI_Aint)sizeof(int) * rank;
    MPI_Type_create_hindexed(1, &two, &at, MPI_INT, &there);
    MPI_Type_commit(&there);
    MPI_Bcast(MPI_BOTTOM, 1, here, 0, MPI_COMM_WORLD);
    MPI_Scatter(all, 2, MPI_INT, MPI_BOTTOM, 1, here, 0, MPI_COMM_WORLD);

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(mine, sums, 1, pair, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    MPI_Type_free(&there);
    MPI_Type_free(&here);

    MPI_Finalize();
    return 0;
}
