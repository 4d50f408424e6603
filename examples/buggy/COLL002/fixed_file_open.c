// Rank 0 saves its results through a file of its own, on MPI_COMM_SELF.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, result = 42;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
        MPI_File_open(MPI_COMM_SELF, "coll002_open.data", amode, MPI_INFO_NULL, &fh);
        MPI_File_write(fh, &result, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&fh);
    }

    MPI_Finalize();
    return 0;
}
