// A buffer that is read into changes between begin and end. The program compares
// the buffer with the written data only after the end call.
#include <mpi.h>
#include <string.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int out[N], in[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        out[i] = rank + i;
    MPI_File_open(MPI_COMM_WORLD, "split009_read_buffer.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof out;

    MPI_File_write_at_all_begin(fh, at, out, N, MPI_INT);
    MPI_File_write_at_all_end(fh, out, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(fh, at, in, N, MPI_INT);
    MPI_File_read_at_all_end(fh, in, MPI_STATUS_IGNORE);
    int wrong = memcmp(in, out, sizeof in) != 0;

    MPI_File_close(&fh);
    MPI_Finalize();
    return wrong;
}
