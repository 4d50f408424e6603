// Buffers that the split collective operation does not use are freed while it is active.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_silent.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    int *data = calloc(N, sizeof *data), *other = calloc(N, sizeof *other);

    MPI_File_write_at_all_begin(fh, rank * N * (MPI_Offset)sizeof *data, data, N, MPI_INT);
    free(other);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);
    free(data);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
