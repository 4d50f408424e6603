// Both ranks make both calls; a rank that has nothing to write or to read passes the count 0.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001_read.data", amode, MPI_INFO_NULL, &fh);

    MPI_File_write_at_all(fh, 0, row, rank == 0 ? 16 : 0, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(fh, sizeof row, row, rank == 1 ? 16 : 0, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
