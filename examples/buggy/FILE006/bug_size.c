// The file is empty. The program sets its size to 1024 bytes less, a negative number.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Offset size;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_size.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_get_size(fh, &size);
    MPI_File_set_size(fh, size - 1024); // want FILE006 "-1024"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
