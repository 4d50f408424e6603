// All ranks write in order, and rank 0 reads at once what rank 1 has written.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_ordered.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_ordered(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_read_at of rank 0 and MPI_File_write_ordered of rank 1 reach the same 16 bytes of the file, from byte 16 on"
    if (rank == 0)
        MPI_File_read_at(fh, sizeof row, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
