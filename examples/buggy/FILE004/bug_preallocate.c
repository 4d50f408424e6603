// MPI_File_preallocate is not allowed on a sequential file.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_preallocate.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_preallocate(fh, 4096); // want FILE004 "MPI_MODE_SEQUENTIAL"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
