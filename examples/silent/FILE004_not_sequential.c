// Without MPI_MODE_SEQUENTIAL all kinds of access may be mixed on one handle.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_Offset position;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_not_sequential.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, rank, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, 2 + rank, MPI_SEEK_SET);
    MPI_File_write(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position(fh, &position);
    MPI_File_seek_shared(fh, 4, MPI_SEEK_SET);
    MPI_File_write_shared(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position_shared(fh, &position);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
