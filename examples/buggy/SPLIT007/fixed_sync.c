// MPI_File_sync follows the end of the write.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int u[N];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split007_sync.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_ordered_begin(fh, u, N, MPI_INT);
    MPI_File_write_ordered_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
