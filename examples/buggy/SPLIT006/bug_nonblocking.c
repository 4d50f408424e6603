// A nonblocking collective write is started between begin and end. Nonblocking
// or not, it is a second collective operation on the file handle.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int u[N], v[N];
    int rank;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006_nonblocking.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)(sizeof u + sizeof v);

    MPI_File_write_at_all_begin(fh, at, u, N, MPI_INT);
    if (MPI_File_iwrite_at_all(fh, at + sizeof u, v, N, MPI_INT, &request) == MPI_SUCCESS) // want SPLIT006 "iwrite_at_all"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
