// gomarmot: ranks=1
// A freed key continues to exist as long as an object has an attribute of that
// key, even a copied attribute.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int key, copy, value = 1, flag;
    void *got;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);

    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    copy = key;
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_get_attr(MPI_COMM_SELF, copy, &got, &flag);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_delete_attr(MPI_COMM_SELF, copy);
    MPI_Comm_get_attr(comm, copy, &got, &flag);
    MPI_Comm_delete_attr(comm, copy);
    MPI_Comm_free(&comm);

    MPI_Finalize();
    return 0;
}
