// The etype is MPI_BYTE on all ranks; the filetypes may differ.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Datatype filetype = rank == 0 ? MPI_INT : MPI_DOUBLE;
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_etype.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 1024 * rank, MPI_BYTE, filetype, "native", MPI_INFO_NULL);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
