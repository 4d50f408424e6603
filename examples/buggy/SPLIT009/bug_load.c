// The program loads from an array that is being filled from the file.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    double u[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split009_load.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all(fh, rank * (MPI_Offset)sizeof u, u, 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, 4, MPI_DOUBLE);
    printf("%g\n", u[1]); // want SPLIT009 "^this load reads the buffer that MPI_File_read_at_all_begin fills from the file until MPI_File_read_at_all_end"
    MPI_File_read_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
