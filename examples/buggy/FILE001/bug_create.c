// The file is to be created when it does not exist, and then only read: a file
// opened with MPI_MODE_RDONLY cannot be created.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_RDONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    int error = MPI_File_open(MPI_COMM_WORLD, "file001_create.data", amode, MPI_INFO_NULL, &fh); // want FILE001 "MPI_MODE_CREATE.*MPI_MODE_RDONLY|MPI_MODE_RDONLY.*MPI_MODE_CREATE"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
