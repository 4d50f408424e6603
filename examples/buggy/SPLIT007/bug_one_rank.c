// gomarmot: ranks=2 hang
// Rank 1 skips the end call, and closes the file while its part of the write is active.
// Rank 0 makes the end call without rank 1.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split007_one_rank.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
    if (rank == 0)
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_close(&fh); // want SPLIT007 "MPI_File_close"

    MPI_Finalize();
    return 0;
}
