// Ranks are counted from 0: the offset of rank 0 is negative.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 6;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_offset.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, rank - 1, &cell, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE006 "offset.*-1"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
