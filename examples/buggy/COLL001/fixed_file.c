// Both ranks write their parts with the collective call.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof row, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    MPI_File_write_all(fh, row, 16, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
