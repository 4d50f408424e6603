// MPI_MODE_EXCL refuses a file that already exists. With
// MPI_MODE_RDONLY, which needs an existing file, no open could succeed.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_EXCL | MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE;
    int error = MPI_File_open(MPI_COMM_SELF, "file001_excl.data", amode, MPI_INFO_NULL, &fh); // want FILE001 "MPI_MODE_EXCL.*MPI_MODE_RDONLY|MPI_MODE_RDONLY.*MPI_MODE_EXCL"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
