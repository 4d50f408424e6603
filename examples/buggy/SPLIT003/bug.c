// A read is begun, but the end of a write follows, copied from the output
// routine. An end call ends only the operation of the same name.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static double u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;
    MPI_File_write_at(fh, at, u, N, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, at, MPI_SEEK_SET);

    MPI_File_read_all_begin(fh, u, N, MPI_DOUBLE);
    MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE); // want SPLIT003 "read_all_begin"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
