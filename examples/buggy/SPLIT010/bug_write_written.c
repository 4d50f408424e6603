// One buffer goes to two files at once: a backup is written while the split
// write is active.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int data[N];
    int rank;
    MPI_File fh, backup;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_write_written.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_open(MPI_COMM_WORLD, "split010_backup.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &backup);
    MPI_Offset at = rank * (MPI_Offset)sizeof data;

    MPI_File_write_at_all_begin(fh, at, data, N, MPI_INT);
    MPI_File_write_at(backup, at, data, N, MPI_INT, MPI_STATUS_IGNORE); // want SPLIT010 "MPI_File_write_at"
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);

    MPI_File_close(&backup);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
