// A file opened with MPI_MODE_SEQUENTIAL has no offsets: ranks write it only
// through the shared file pointer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 3;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE004 "MPI_MODE_SEQUENTIAL"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
