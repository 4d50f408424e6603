// Rank 1 seeks to the cells that rank 0 writes with its second call.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_pointer.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (rank == 1)
        MPI_File_seek(fh, 4, MPI_SEEK_SET);
    MPI_File_write(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_write of rank 0 and MPI_File_write of rank 1 reach the same 16 bytes of the file, from byte 16 on"
    if (rank == 0)
        MPI_File_write(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
