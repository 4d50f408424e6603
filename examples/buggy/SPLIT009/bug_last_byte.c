// Four megabytes are written, and only the very last byte changes before the end
// call.
#include <mpi.h>
#include <stdlib.h>

enum { N = 4 << 20 };

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;
    char *data = calloc(N, 1);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split009_last_byte.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)N, data, N, MPI_BYTE);
    data[N - 1] = 1;
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT009 "changed"

    MPI_File_close(&fh);
    MPI_Finalize();
    free(data);
    return 0;
}
