// MPI_Finalize first deletes the attributes of MPI_COMM_SELF. The delete function
// of an attribute, which may still call MPI, ends the write and closes the file.
#include <mpi.h>
#include <stddef.h>

enum { N = 100 };

static int u[N];
static MPI_File fh;

static int at_finalize(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    return MPI_File_close(&fh);
}

int main(int argc, char **argv) {
    int rank, key;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_finalize, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, u);
    MPI_File_open(MPI_COMM_WORLD, "split011_at_finalize.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);

    MPI_Finalize();
    return 0;
}
