// If each round of the loop ended the write of the previous step, an end call would be due
// after the last step. But here the loop already ends each write itself, so the end after
// the loop has no begin.
#include <mpi.h>

enum { N = 1000, STEPS = 3 };

int main(int argc, char **argv) {
    static double u[N];
    int rank, size;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, "split002.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    for (int step = 0; step < STEPS; step++) {
        MPI_File_write_at_all_begin(fh, (step * size + rank) * (MPI_Offset)sizeof u, u, N, MPI_DOUBLE);
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    }
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE); // want SPLIT002 "write_at_all_end"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
