// A file is opened, written and closed several times. A new handle may have the
// value of a closed handle; each handle has its own begin and end call.
#include <mpi.h>

enum { N = 100, TIMES = 4 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int i = 0; i < TIMES; i++) {
        MPI_File fh;
        MPI_File_open(MPI_COMM_WORLD, "split002_handle_reuse.dat",
                      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
        MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }

    MPI_Finalize();
    return 0;
}
