// Rank 0 writes and calls MPI_File_sync, and rank 1 waits for
// rank 0 in a barrier. But rank 1 calls MPI_File_sync only
// before the barrier: its read may return old data from a cache.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "rank 0 synchronizes the file after the first access and rank 1 waits for that, but rank 1 does not call MPI_File_sync between this wait and the second access"
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
