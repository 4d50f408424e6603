// gomarmot: ranks=4
// A write with an explicit offset is ended as a write by the individual file pointer:
// MPI_File_write_all_end belongs to MPI_File_write_all_begin.
#include <mpi.h>

enum { N = 300 };

int main(int argc, char **argv) {
    static float u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003_at_all.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_FLOAT);
    MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE); // want SPLIT003 "write_at_all_begin"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
