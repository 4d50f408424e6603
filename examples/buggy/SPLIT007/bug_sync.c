// MPI_File_sync is called between begin and end. The call is collective on the file
// handle, and makes no promise about a write that has not ended.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int u[N];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split007_sync.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_ordered_begin(fh, u, N, MPI_INT);
    MPI_File_sync(fh); // want SPLIT007 "sync"
    MPI_File_write_ordered_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
