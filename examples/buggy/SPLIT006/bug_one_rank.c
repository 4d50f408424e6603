// gomarmot: ranks=3 hang
// Rank 2 writes the next block with a blocking call before the end call, and the other
// ranks write it after the end call.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N], v[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006_one_rank.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = 2 * rank * (MPI_Offset)sizeof u;

    MPI_File_write_at_all_begin(fh, at, u, N, MPI_INT);
    if (rank == 2) {
        MPI_File_write_at_all(fh, at + sizeof u, v, N, MPI_INT, MPI_STATUS_IGNORE); // want SPLIT006 "MPI_File_write_at_all"
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
        MPI_File_write_at_all(fh, at + sizeof u, v, N, MPI_INT, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
