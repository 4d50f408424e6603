// The delete function of an attribute of MPI_COMM_SELF frees a communicator and
// a datatype at the start of MPI_Finalize.
#include <mpi.h>
#include <stddef.h>

static struct {
    MPI_Comm comm;
    MPI_Datatype type;
} kept;

static int release(MPI_Comm comm, int key, void *value, void *state) {
    (void)comm;
    (void)key;
    (void)value;
    (void)state;
    MPI_Comm_free(&kept.comm);
    MPI_Type_free(&kept.type);
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int key;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &kept.comm);
    MPI_Type_contiguous(3, MPI_DOUBLE, &kept.type);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, release, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Finalize();
    return 0;
}
