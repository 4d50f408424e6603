// gomarmot: skip-romio nonblocking collective I/O of romio321 calls a null pointer
// MPI_File_iwrite_all is nonblocking, but no split collective: it is completed
// by MPI_Wait on its request, not by an end call.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int data[N];
    int rank;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split002_nonblocking.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof data, MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, data, N, MPI_INT);
    MPI_File_write_all_end(fh, data, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof data, MPI_SEEK_SET);
    MPI_File_iwrite_all(fh, data, N, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT002 "write_all_end"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
