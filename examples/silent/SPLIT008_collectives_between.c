// Collective calls on communicators and windows between begin and end, in the
// same order on all ranks.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int rank, sum, *base;
    MPI_File fh;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_File_open(MPI_COMM_WORLD, "split008_between.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_File_write_ordered_begin(fh, u, N, MPI_INT);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_ordered_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
