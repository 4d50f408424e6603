// gomarmot: ranks=3 hang
// All ranks begin a read with an explicit offset, and rank 0 ends it as a read by the individual file pointer.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003_one_rank.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;
    MPI_File_write_at(fh, at, u, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, u, N, MPI_INT);
    if (rank == 0)
        MPI_File_read_all_end(fh, u, MPI_STATUS_IGNORE); // want SPLIT003 "read_at_all_begin"
    else
        MPI_File_read_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
