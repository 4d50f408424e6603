// The nonblocking collective read is meant to overlap with the split write. Both
// are collective operations on one file handle.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int out[N], in[N];
    int rank;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006_iread_all.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = (rank + 10) * (MPI_Offset)sizeof in;
    MPI_File_write_at(fh, at, in, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_write_ordered_begin(fh, out, N, MPI_INT);
    MPI_File_seek(fh, at, MPI_SEEK_SET);
    if (MPI_File_iread_all(fh, in, N, MPI_INT, &request) == MPI_SUCCESS) // want SPLIT006 "iread_all"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_end(fh, out, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
