// Each rank's view begins at its own block. But the shared file pointer,
// through which all ranks write, needs the same view on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file009.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 1024 * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_shared(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE009 "MPI_File_write_shared of rank 0 and MPI_File_write_shared of rank 1 while .* 1024"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
