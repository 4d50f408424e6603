// The file is cut to its size while the split write is active.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int u[N];
    int rank, size;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, "split007_set_size.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
    MPI_File_set_size(fh, size * (MPI_Offset)sizeof u); // want SPLIT007 "set_size"
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
