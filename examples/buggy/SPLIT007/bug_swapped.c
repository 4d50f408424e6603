// The program closes the file while a split write is active, and ends the write
// afterwards. The end gets MPI_FILE_NULL, a consequence of the same fault.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static double u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split007_swapped.data", MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof u, MPI_SEEK_SET);
    MPI_File_write_all_begin(fh, u, N, MPI_DOUBLE);
    MPI_File_close(&fh); // want SPLIT007 "MPI_File_close"
    MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
