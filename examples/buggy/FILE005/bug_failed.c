// There is no such file. An open that fails creates no handle, and by default it
// returns an error, which the program ignores.
#include <mpi.h>

int main(int argc, char **argv) {
    int cell;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    MPI_File_open(MPI_COMM_WORLD, "file005_missing.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_read_all(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE005 "MPI_FILE_NULL|invalid file handle"

    MPI_Finalize();
    return 0;
}
