// All ranks ask for atomic mode.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_atomicity.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_atomicity(fh, 1);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
