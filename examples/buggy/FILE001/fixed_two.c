// MPI_MODE_RDWR opens the file for reading and writing.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    int error = MPI_File_open(MPI_COMM_WORLD, "file001_two.data", amode, MPI_INFO_NULL, &fh);
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
