// Double buffering: the rank fills one buffer while the other buffer is written,
// and refills a buffer only after the end call of its write.
#include <mpi.h>

enum { N = 500, STEPS = 6 };

static void fill(double *u, int step) {
    for (int i = 0; i < N; i++)
        u[i] = step + 0.5 * i;
}

int main(int argc, char **argv) {
    static double u[2][N];
    int rank, size;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, "split009_after_end.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    fill(u[0], 0);
    for (int step = 0; step < STEPS; step++) {
        MPI_Offset at = (step * size + rank) * (MPI_Offset)sizeof u[0];
        MPI_File_write_at_all_begin(fh, at, u[step % 2], N, MPI_DOUBLE);
        fill(u[(step + 1) % 2], step + 1);
        MPI_File_write_at_all_end(fh, u[step % 2], MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
