// The end call gets NULL for the buffer, as if the argument did not matter. The
// buffer must be named in both calls, or a compiler may move its accesses.
#include <mpi.h>
#include <stddef.h>

enum { N = 64 };

int main(int argc, char **argv) {
    static char text[N];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split005_null.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_ordered_begin(fh, text, N, MPI_CHAR);
    MPI_File_write_ordered_end(fh, NULL, MPI_STATUS_IGNORE); // want SPLIT005 "buffer"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
