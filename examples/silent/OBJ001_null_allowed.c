// gomarmot: ranks=1
// MPI_INFO_NULL stands for no hints, and MPI_COMM_NULL and MPI_DATATYPE_NULL have
// names since MPI-4.1; older libraries return an error.
#include <mpi.h>

int main(int argc, char **argv) {
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    void *memory;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_get_name(MPI_COMM_NULL, name, &length);
    MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
    MPI_Comm_dup_with_info(MPI_COMM_SELF, MPI_INFO_NULL, &comm);
    MPI_Comm_free(&comm);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
    MPI_Free_mem(memory);

    MPI_Finalize();
    return 0;
}
