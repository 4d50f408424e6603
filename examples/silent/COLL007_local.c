// gomarmot: ranks=3
// The function of a reduction calls only local MPI functions, for sizes and times. The callback that deletes an
// attribute may communicate.
#include <mpi.h>
#include <stddef.h>

static double last;

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    int bytes, rank;
    MPI_Aint lb, extent;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_size(*type, &bytes);
    MPI_Type_get_extent(*type, &lb, &extent);
    last = MPI_Wtime() + rank;
    for (int i = 0; i < *length * bytes / (int)sizeof(int); i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static int tell(MPI_Comm comm, int key, void *value, void *state) {
    int sent = 1, got;

    (void)comm, (void)key, (void)value, (void)state;
    return MPI_Sendrecv(&sent, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int mine[2] = {1, 2}, sum[2], key;
    MPI_Datatype pair;
    MPI_Comm copy;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(mine, sum, 1, pair, op, MPI_COMM_WORLD);
    MPI_Reduce(mine, sum, 1, pair, op, 0, MPI_COMM_WORLD);
    MPI_Scan(mine, sum, 2, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, tell, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_attr(copy, key, NULL);
    MPI_Comm_free(&copy);
    MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return 0;
}
