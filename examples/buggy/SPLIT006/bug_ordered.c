// gomarmot: ranks=3
// An ordered write, which is collective, is made while a split collective write
// is active on the same handle.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static double u[N];
    char line[32];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006_ordered.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, 4096 + rank * (MPI_Offset)sizeof u, MPI_SEEK_SET);
    snprintf(line, sizeof line, "rank %d is here\n", rank);

    MPI_File_write_all_begin(fh, u, N, MPI_DOUBLE);
    MPI_File_write_ordered(fh, line, (int)strlen(line), MPI_CHAR, MPI_STATUS_IGNORE); // want SPLIT006 "write_ordered"
    MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
