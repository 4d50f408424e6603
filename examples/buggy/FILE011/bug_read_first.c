// Rank 1 writes the cells that rank 0 has read before the barrier. Today's MPI
// libraries keep this order, but the standard requires MPI_File_sync here, too.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_read_first.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_read_at of rank 0 and MPI_File_write_at of rank 1 .*rank 1 waits until the first access is complete, but does not call MPI_File_sync after that, so the standard lets rank 0 read the data of the second access"
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
