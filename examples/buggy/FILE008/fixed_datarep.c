// All ranks name the same data representation.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_datarep.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
