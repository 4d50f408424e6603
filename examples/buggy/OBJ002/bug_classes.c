// One object of each class is made and never freed.
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
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half); // want OBJ002 "the communicator that MPI_Comm_split returned was not freed"
    MPI_Comm_group(MPI_COMM_WORLD, &group); // want OBJ002 "the group that MPI_Comm_group returned was not freed"
    MPI_Group_excl(group, 1, &zero, &others); // want OBJ002 "the group that MPI_Group_excl"
    MPI_Type_vector(4, 1, 4, MPI_INT, &row); // want OBJ002 "the datatype that MPI_Type_vector"
    MPI_Type_commit(&row);
    MPI_Op_create(first, 1, &op); // want OBJ002 "the reduction operation that MPI_Op_create"
    MPI_Info_create(&info); // want OBJ002 "the info object that MPI_Info_create"
    MPI_Comm_create_errhandler(ignore, &handler); // want OBJ002 "the error handler that MPI_Comm_create_errhandler"
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL); // want OBJ002 "the attribute key that"
    MPI_Finalize();
    return 0;
}
