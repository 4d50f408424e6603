// The next step is computed into the array that is still being written: the file gets the
// old values, the new values, or some of both.
#include <mpi.h>

enum { N = 1000 };

static double u[N];

static void step(double dt) {
    for (int i = 0; i < N; i++)
        u[i] += dt * (1 - u[i]);
}

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split009.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_DOUBLE);
    step(0.1);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE); // want SPLIT009 "changed"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
