// gomarmot: ranks=2 hang
// All ranks share one file pointer. Here each rank tries
// to set the shared file pointer to its own block.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_seek.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_seek_shared(fh, 64 * rank, MPI_SEEK_SET); // want FILE008 "offset"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
