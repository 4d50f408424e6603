// The file is closed by the callback of an attribute of MPI_COMM_SELF, which
// MPI_Finalize deletes before anything else: MPI still works there.
#include <mpi.h>
#include <stddef.h>

static MPI_File fh;

static int finish(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm;
    (void)key;
    (void)value;
    (void)extra;
    return MPI_File_close(&fh);
}

int main(int argc, char **argv) {
    int key, rank, cell = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finish, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_free_keyval(&key);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file005_closed_in_finalize.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
