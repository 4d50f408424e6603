// The program checks that the open has succeeded.
#include <mpi.h>

int main(int argc, char **argv) {
    int cell;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int error = MPI_File_open(MPI_COMM_WORLD, "file005_missing.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    if (error == MPI_SUCCESS) {
        MPI_File_read_all(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }

    MPI_Finalize();
    return 0;
}
