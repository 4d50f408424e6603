// Each rank gets from the window of the other rank while that window's memory is
// written to a file: both operations only read the memory.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int copy[N];
    int rank, *base;
    MPI_File fh;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < N; i++)
        base[i] = i;
    MPI_File_open(MPI_COMM_WORLD, "split010_remote_get.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_File_write_ordered_begin(fh, base, N, MPI_INT);
    MPI_Get(copy, N, MPI_INT, 1 - rank, 0, N, MPI_INT, win);
    MPI_File_write_ordered_end(fh, base, MPI_STATUS_IGNORE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_File_close(&fh);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
