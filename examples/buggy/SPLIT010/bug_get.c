// MPI_Get fetches into a buffer into which the file is being read: two writers of
// the same memory.
#include <mpi.h>

enum { N = 200 };

int main(int argc, char **argv) {
    static int data[N];
    int rank, *base;
    MPI_File fh;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_File_open(MPI_COMM_WORLD, "split010_get.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof data;
    MPI_File_write_at(fh, at, data, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_File_read_at_all_begin(fh, at, data, N, MPI_INT);
    MPI_Get(data, N, MPI_INT, 1 - rank, 0, N, MPI_INT, win); // want SPLIT010 "MPI_Get"
    MPI_File_read_at_all_end(fh, data, MPI_STATUS_IGNORE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_File_close(&fh);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
