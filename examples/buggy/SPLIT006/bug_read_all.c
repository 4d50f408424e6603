// Every rank reads the next block with MPI_File_read_all before the split read
// of this block has ended.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int block[N], next[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006_read_all.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)(sizeof block + sizeof next);
    MPI_File_write_at(fh, at, block, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, at + sizeof block, next, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, at + sizeof block, MPI_SEEK_SET);

    MPI_File_read_at_all_begin(fh, at, block, N, MPI_INT);
    MPI_File_read_all(fh, next, N, MPI_INT, MPI_STATUS_IGNORE); // want SPLIT006 "read_all"
    MPI_File_read_at_all_end(fh, block, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
