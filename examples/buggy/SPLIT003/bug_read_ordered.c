// An ordered read is ended as a read with an explicit offset, by a function that knows
// only this kind of read.
#include <mpi.h>

enum { N = 100 };

static int data[N];

static void finish(MPI_File fh) {
    MPI_File_read_at_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT003 "read_ordered_begin"
}

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003_read_ordered.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, data, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, rank * (MPI_Offset)sizeof data, data, N, MPI_INT);
    finish(fh);
    MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
    MPI_File_read_ordered_begin(fh, data, N, MPI_INT);
    finish(fh);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
