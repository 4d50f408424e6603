// gomarmot: ranks=3
// The put follows a fence, which all ranks call after the end of their reads.
#include <mpi.h>

enum { N = 200 };

int main(int argc, char **argv) {
    static int value = 7;
    int rank, size, *base;
    MPI_File fh;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < N; i++)
        base[i] = i;
    MPI_File_open(MPI_COMM_WORLD, "split010_remote_put.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * N * (MPI_Offset)sizeof *base;
    MPI_File_write_at(fh, at, base, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_File_read_at_all_begin(fh, at, base, N, MPI_INT);
    MPI_File_read_at_all_end(fh, base, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    if (rank == size - 1)
        MPI_Put(&value, 1, MPI_INT, 0, 10, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_File_close(&fh);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
