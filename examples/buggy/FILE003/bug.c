// The file is open for reading only. Its first cell cannot be written through this
// handle.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 7;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "file003.data", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    int amode = MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file003.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_read(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        cell++;
        MPI_File_write_at(fh, 0, &cell, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE003 "MPI_MODE_RDONLY"
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
