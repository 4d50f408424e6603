// gomarmot: skip-abi-openmpi the header for the standard ABI has no conversion to Fortran's handles
// gomarmot: skip-abi-mpich the header for the standard ABI has no conversion to Fortran's handles
// The program copies a file handle, also through MPI_File_c2f and MPI_File_f2c, and
// closes the file through one copy. It does not use the stale handles afterwards.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_File fh, copy, back;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file005_copies.data", amode, MPI_INFO_NULL, &fh);
    copy = fh;
    back = MPI_File_f2c(MPI_File_c2f(copy));
    MPI_File_write_at(copy, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(back, rank * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&back);

    MPI_Finalize();
    return 0;
}
