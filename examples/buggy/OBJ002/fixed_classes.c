// One object of each class is made, and freed again.
#include <mpi.h>
#include <stddef.h>

static void first(void *in, void *inout, int *len, MPI_Datatype *type) {
    (void)in;
    (void)inout;
    (void)len;
    (void)type;
}

static void ignore(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    (void)code;
}

int main(int argc, char **argv) {
    MPI_Comm half;
    MPI_Group group, others;
    MPI_Datatype row;
    MPI_Op op;
    MPI_Info info;
    MPI_Errhandler handler;
    int key, rank, zero = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_excl(group, 1, &zero, &others);
    MPI_Type_vector(4, 1, 4, MPI_INT, &row);
    MPI_Type_commit(&row);
    MPI_Op_create(first, 1, &op);
    MPI_Info_create(&info);
    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_free(&half);
    MPI_Group_free(&others);
    MPI_Group_free(&group);
    MPI_Type_free(&row);
    MPI_Op_free(&op);
    MPI_Info_free(&info);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return 0;
}
