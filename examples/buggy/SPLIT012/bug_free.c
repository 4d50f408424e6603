// A large block from malloc is freed right after the begin call, as if the data
// had been copied. The C library unmaps blocks of this size.
#include <mpi.h>
#include <stdlib.h>

enum { N = 1000 };

static double *data;

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_free.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    data = calloc(64 << 20, 1); /* much more than the part that is written */
    MPI_File_seek(fh, rank * N * (MPI_Offset)sizeof *data, MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, data, N, MPI_DOUBLE);
    free(data);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT012 "no longer mapped"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
