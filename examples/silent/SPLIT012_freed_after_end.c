// The program frees a large buffer right after the end call of its write, and
// another buffer, which the write does not use, before the end call.
#include <mpi.h>
#include <stdlib.h>

enum { N = 1000, LARGE = 64 << 20 };

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012_freed_after_end.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);

    for (int i = 0; i < 3; i++) {
        double *u = calloc(LARGE, 1), *other = calloc(LARGE, 1);
        MPI_File_write_at_all_begin(fh, rank * N * (MPI_Offset)sizeof *u, u, N, MPI_DOUBLE);
        free(other);
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
        free(u);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
