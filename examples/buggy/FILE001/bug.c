// An access mode names exactly one of MPI_MODE_RDONLY,
// MPI_MODE_WRONLY and MPI_MODE_RDWR. This access mode contains none.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    int error = MPI_File_open(MPI_COMM_WORLD, "file001.data", amode, MPI_INFO_NULL, &fh); // want FILE001 "exactly one"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
