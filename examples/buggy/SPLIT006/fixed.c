// Rank 0 alone writes the header, by a call that is not collective and may come at any time.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static double u[N];
    int rank, header = N;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split006.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, sizeof header + rank * (MPI_Offset)sizeof u, u, N, MPI_DOUBLE);
    if (rank == 0)
        MPI_File_write_at(fh, 0, &header, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
