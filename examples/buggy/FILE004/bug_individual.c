// All ranks write at their individual file pointers.
// A sequential file has only the shared file pointer.
#include <mpi.h>

int main(int argc, char **argv) {
    int cell = 3;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_individual.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_all(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE004 "MPI_MODE_SEQUENTIAL"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
