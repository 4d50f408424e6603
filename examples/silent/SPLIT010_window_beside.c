// The file is read into one half of a window's memory. The rank puts to the
// other half and gets from it; the origin buffers lie outside the window.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int one = 1;
    int rank, got, *base;
    MPI_File fh;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * N * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 2 * N; i++)
        base[i] = i;
    MPI_File_open(MPI_COMM_WORLD, "split010_window_beside.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * N * (MPI_Offset)sizeof *base;
    MPI_File_write_at(fh, at, base, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_File_read_at_all_begin(fh, at, base, N, MPI_INT);
    MPI_Put(&one, 1, MPI_INT, rank, N, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, rank, 2 * N - 1, 1, MPI_INT, win);
    MPI_File_read_at_all_end(fh, base, MPI_STATUS_IGNORE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_File_close(&fh);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
