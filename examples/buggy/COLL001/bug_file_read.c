// gomarmot: ranks=2 hang
// Rank 0 writes a block and rank 1 reads a block, both collectively.
// A collective write does not match a collective read.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001_read.data", amode, MPI_INFO_NULL, &fh);

    if (rank == 0)
        MPI_File_write_at_all(fh, 0, row, 16, MPI_INT, MPI_STATUS_IGNORE);
    else
        MPI_File_read_at_all(fh, sizeof row, row, 16, MPI_INT, MPI_STATUS_IGNORE); // want COLL001 "MPI_File_write_at_all"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
