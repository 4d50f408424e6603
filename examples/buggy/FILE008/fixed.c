// All ranks pass the size of the whole file.
#include <mpi.h>

int main(int argc, char **argv) {
    int ranks;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_size(fh, 1024 * ranks);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
