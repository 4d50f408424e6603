// A small buffer is freed while the write is active.
// gomarmot: heap flag=-Wno-use-after-free
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_heap.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    int *data = calloc(N, sizeof *data);

    MPI_File_write_at_all_begin(fh, rank * N * (MPI_Offset)sizeof *data, data, N, MPI_INT);
    free(data); // want SPLIT012 "^this free gives back memory of the buffer passed to MPI_File_write_at_all_begin \(400 bytes at 0x[0-9a-f]+\) before MPI_File_write_at_all_end"
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
