// MPI_DISPLACEMENT_CURRENT is for files opened with
// MPI_MODE_SEQUENTIAL. This file is opened without MPI_MODE_SEQUENTIAL.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_displacement.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); // want FILE004 "MPI_DISPLACEMENT_CURRENT"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
