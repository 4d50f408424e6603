// gomarmot: ranks=4
// Counts, datatypes, offsets and buffers may differ between the ranks of one
// split collective; so may the statement that calls it.
#include <mpi.h>

enum { N = 120 };

int main(int argc, char **argv) {
    static double u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split008_counts_differ.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = (3 - rank) * (MPI_Offset)sizeof u;

    if (rank % 2 == 0)
        MPI_File_write_at_all_begin(fh, at, u, N / (rank + 1), MPI_DOUBLE);
    else
        MPI_File_write_at_all_begin(fh, at, u + rank, 17 * rank, MPI_BYTE);
    if (rank == 3)
        MPI_File_write_at_all_end(fh, u + rank, MPI_STATUS_IGNORE);
    else
        MPI_File_write_at_all_end(fh, rank == 1 ? u + 1 : u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
