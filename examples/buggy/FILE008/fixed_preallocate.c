// gomarmot: ranks=3
// Rank 0 tells the others how much space is needed.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, space;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_preallocate.data", amode, MPI_INFO_NULL, &fh);
    space = rank == 0 ? 4096 : 0;
    MPI_Bcast(&space, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_File_preallocate(fh, space);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
