// Rank 1 is the root of the broadcast, so rank 1 does not wait for rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0, row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_bcast.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Bcast(&token, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_File_sync(fh);
    if (rank == 1)
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "neither rank waits for the other; in the MPI_Bcast between the two, rank 1 need not wait for rank 0; call MPI_File_sync"
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
