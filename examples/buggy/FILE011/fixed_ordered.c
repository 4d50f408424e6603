// Rank 0 reads the data of rank 1 after sync, barrier and sync.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_ordered.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
    if (rank == 0)
        MPI_File_read_at(fh, sizeof row, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
