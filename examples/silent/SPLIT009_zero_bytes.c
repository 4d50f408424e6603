// Nothing is written from the buffer, for the count is 0: it may change at any
// time.
#include <mpi.h>

enum { N = 50 };

int main(int argc, char **argv) {
    static int u[N];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "split009_zero_bytes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, 0, u, 0, MPI_INT);
    u[0]++;
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(fh, u, 0, MPI_INT);
    u[0]++;
    MPI_File_write_ordered_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return u[0] != 2;
}
