// The program's own reduction operation stores to its input buffer, which is constant. MPI
// itself only reads this buffer.
#include <mpi.h>

static const int ones[2] = {1, 1};

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *length; i++) {
        ((int *)inout)[i] += ((int *)in)[i];
        ((int *)in)[i] = 0;
    }
}

int main(int argc, char **argv) {
    int sum[2] = {0};
    MPI_Op own;

    MPI_Init(&argc, &argv);
    MPI_Op_create(add, 1, &own);
    MPI_Reduce_local(ones, sum, 2, MPI_INT, own); // want TOOL003 "killed"
    MPI_Op_free(&own);
    MPI_Finalize();
    return 0;
}
