// MPI_MODE_APPEND sets all file pointers to the end of the file.
// The ranks write after the data that an earlier step has left.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_WORLD, "file001_append.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    amode = MPI_MODE_APPEND | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file001_append.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof cell, MPI_SEEK_CUR);
    MPI_File_write(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
