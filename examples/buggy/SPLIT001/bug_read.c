// The next block is already being read while the last results are still being written. A
// read and a write are two split collectives as well.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int results[N], next[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_read.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)(sizeof results + sizeof next);
    MPI_File_write_at(fh, at + sizeof results, next, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, at, MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, results, N, MPI_INT);
    if (MPI_File_read_at_all_begin(fh, at + sizeof results, next, N, MPI_INT) == MPI_SUCCESS) // want SPLIT001 "write_all_begin"
        MPI_File_read_at_all_end(fh, next, MPI_STATUS_IGNORE);
    MPI_File_write_all_end(fh, results, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
