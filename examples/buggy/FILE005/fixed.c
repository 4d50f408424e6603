// Every use of the file, through whichever copy of the handle, comes before
// MPI_File_close.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 4;
    MPI_File fh, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file005.data", amode, MPI_INFO_NULL, &fh);
    copy = fh;
    MPI_File_write_at(copy, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
