// The ranks exchange a token by MPI_Sendrecv_replace. Its buffer is the last element of
// the array into which the file is being read.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_File_open(MPI_COMM_WORLD, "split010_replace.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;
    MPI_File_write_at(fh, at, u, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, u, N, MPI_INT);
    MPI_Sendrecv_replace(&u[N - 1], 1, MPI_INT, peer, 0, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want SPLIT010 "MPI_Sendrecv_replace"
    MPI_File_read_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
