// MPI_File_close has set the handle to MPI_FILE_NULL. The
// sync, which should come before the close, names no file.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file005_null.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_close(&fh);
    MPI_File_sync(fh); // want FILE005 "MPI_FILE_NULL"

    MPI_Finalize();
    return 0;
}
