// All ranks set the shared file pointer to the same place; their blocks follow
// each other in rank order.
#include <mpi.h>

int main(int argc, char **argv) {
    static char block[64];
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_seek.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_seek_shared(fh, 64, MPI_SEEK_SET);
    MPI_File_write_ordered(fh, block, 64, MPI_BYTE, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
