// Atomic mode is a property of the open file. Rank
// 0 turns atomic mode on, and rank 1 does not.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_atomicity.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_atomicity(fh, rank == 0); // want FILE008 "flag"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
