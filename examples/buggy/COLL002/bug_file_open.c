// gomarmot: ranks=2 hang
// Rank 1 has no results to save and goes on to MPI_Finalize. Opening a file on
// MPI_COMM_WORLD is collective: rank 0 waits for it in MPI_File_open.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, result = 42;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
        MPI_File_open(MPI_COMM_WORLD, "coll002_open.data", amode, MPI_INFO_NULL, &fh); // want COLL002 "rank 1.*MPI_Finalize"
        MPI_File_write(fh, &result, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }

    MPI_Finalize();
    return 0;
}
