// The split collective read gets a negative count.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank, left = 4 - 5;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_begin.data", amode, MPI_INFO_NULL, &fh);
    if (MPI_File_read_at_all_begin(fh, 16 * rank, row, left, MPI_INT) == MPI_SUCCESS) // want FILE006 "count.*-1"
        MPI_File_read_at_all_end(fh, row, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
