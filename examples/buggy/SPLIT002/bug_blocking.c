// The begin of the second step was changed to the blocking MPI_File_write_all, which needs
// no end call. The end call remained.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int a[N], b[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split002_blocking.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)(sizeof a + sizeof b), MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, a, N, MPI_INT);
    MPI_File_write_all_end(fh, a, MPI_STATUS_IGNORE);
    MPI_File_write_all(fh, b, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_all_end(fh, b, MPI_STATUS_IGNORE); // want SPLIT002 "write_all_end"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
