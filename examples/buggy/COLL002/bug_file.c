// gomarmot: ranks=2 hang
// Rank 1 has nothing to write and goes on to wait for the result, which rank 0
// sends after the collective write. Rank 0 waits there for rank 1; count 0 would
// do.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank, result = 0;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll002.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    if (rank == 0) {
        MPI_File_write_all(fh, row, 16, MPI_INT, MPI_STATUS_IGNORE); // want COLL002 "rank 1.*MPI_Recv"
        MPI_Ssend(&result, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
