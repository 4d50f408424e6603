// The last write is ended, and the file is closed.
#include <mpi.h>
#include <stdio.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static double u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split011.dat", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    if (rank == 0)
        remove("split011.dat");
    return 0;
}
