// The program frees a datatype, a group, a key and an error handler that other
// objects still use. MPI_Comm_disconnect frees a communicator as MPI_Comm_free does.
#include <mpi.h>
#include <stddef.h>

static void ignore(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    (void)code;
}

int main(int argc, char **argv) {
    MPI_Datatype row, matrix;
    MPI_Group all, odd;
    MPI_Comm copy, later;
    MPI_Errhandler handler;
    MPI_Request request;
    int one = 0, key;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(4, MPI_INT, &row);
    MPI_Type_contiguous(4, row, &matrix);
    MPI_Type_free(&row);

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &one, &odd);
    MPI_Group_free(&all);

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(copy, key, &one);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Comm_set_errhandler(copy, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_idup(copy, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&copy);

    MPI_Comm_free(&later);
    MPI_Group_free(&odd);
    MPI_Type_free(&matrix);
    MPI_Finalize();
    return 0;
}
