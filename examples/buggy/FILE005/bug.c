// A copy of the handle outlives the file: MPI_File_close sets only the variable
// passed to it to MPI_FILE_NULL; the copy refers to a closed file.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 4;
    MPI_File fh, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file005.data", amode, MPI_INFO_NULL, &fh);
    copy = fh;
    MPI_File_close(&fh);
    MPI_File_write_at(copy, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE005 "closed"

    MPI_Finalize();
    return 0;
}
