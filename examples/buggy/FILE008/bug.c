// gomarmot: ranks=2 hang
// A file has one size, and all ranks must pass the same
// value. Here each rank passes the end of its own share.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_size(fh, 1024 * (rank + 1)); // want FILE008 "1024.*2048|2048.*1024"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
