// The split collective write begins on a file that is open for writing.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    static int row[4];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Offset mine = rank * (MPI_Offset)sizeof row;

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_WORLD, "file003_split.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_close(&fh);
    amode = MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file003_split.data", amode, MPI_INFO_NULL, &fh);
    if (MPI_File_write_at_all_begin(fh, mine, row, 4, MPI_INT) == MPI_SUCCESS)
        MPI_File_write_at_all_end(fh, row, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
