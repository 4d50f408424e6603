// The program ends while the last write is still active: neither the end call nor
// the close was made. The data may never reach the file.
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

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_DOUBLE); // want SPLIT011 "write_at_all_end"

    MPI_Finalize();
    if (rank == 0)
        remove("split011.dat");
    return 0;
}
