// The first write has ended before the second write begins.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static double u[N], v[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)(sizeof u + sizeof v);

    MPI_File_write_at_all_begin(fh, at, u, N, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(fh, at + sizeof u, v, N, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, v, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
