// gomarmot: ranks=3
// A log line of each rank goes out through the shared file pointer while the
// table is still being written with explicit offsets. Another file pointer
// does not help: a file handle allows only one active split collective.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static double table[N];
    char line[32];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(line, sizeof line, "rank %d is here\n", rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_ordered.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, 4096 + rank * (MPI_Offset)sizeof table, table, N, MPI_DOUBLE);
    if (MPI_File_write_ordered_begin(fh, line, (int)strlen(line), MPI_CHAR) == MPI_SUCCESS) // want SPLIT001 "write_ordered_begin"
        MPI_File_write_ordered_end(fh, line, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, table, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
