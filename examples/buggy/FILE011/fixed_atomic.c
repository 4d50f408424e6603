// Atomic mode is set before the accesses: the read returns either all of the written data or none.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_atomic.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_atomicity(fh, 1);
    if (rank == 0)
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
