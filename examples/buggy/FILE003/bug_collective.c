// A collective read needs read access, too: here all ranks read from a file
// that is open for writing only.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[4] = {0};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file003_collective.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof row, MPI_SEEK_SET);
    MPI_File_read_all(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE003 "MPI_MODE_WRONLY"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
