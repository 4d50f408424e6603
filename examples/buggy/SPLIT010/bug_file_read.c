// An independent read of another file goes into the buffer of the split read. The other
// file may be read at any time, but not into this buffer.
#include <mpi.h>

enum { N = 300 };

int main(int argc, char **argv) {
    static int data[N];
    int rank;
    MPI_File fh, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_file_read.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_open(MPI_COMM_WORLD, "split010_header.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &other);
    MPI_Offset at = rank * (MPI_Offset)sizeof data;
    MPI_File_write_at(fh, at, data, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(other, at, data, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, data, N, MPI_INT);
    MPI_File_read_at(other, at, data, 10, MPI_INT, MPI_STATUS_IGNORE); // want SPLIT010 "MPI_File_read_at"
    MPI_File_read_at_all_end(fh, data, MPI_STATUS_IGNORE);

    MPI_File_close(&other);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
