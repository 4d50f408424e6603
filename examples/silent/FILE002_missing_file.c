// The file does not exist, so the first MPI_File_open
// fails on all ranks. The program then creates the file.
#include <mpi.h>

int main(int argc, char **argv) {
    const char *name = "file002_missing_file.data";
    int cell = 0;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    if (MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        MPI_File_open(MPI_COMM_WORLD, name, amode | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
