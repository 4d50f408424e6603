// gomarmot: ranks=3
// Rank 0 alone knows how much space is needed. The others preallocate nothing,
// but the size must be the same on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_preallocate.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_preallocate(fh, rank == 0 ? 4096 : 0); // want FILE008 "size"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
