// gomarmot: ranks=2 hang
// The offsets agree, but rank 0 counts from the beginning of the file and rank 1
// from the end.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_whence.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_seek_shared(fh, 0, rank == 0 ? MPI_SEEK_SET : MPI_SEEK_END); // want FILE008 "MPI_SEEK_SET.*MPI_SEEK_END|MPI_SEEK_END.*MPI_SEEK_SET"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
