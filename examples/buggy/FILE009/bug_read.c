// Each rank writes its block through a view of its own. The views
// still differ when rank 1 reads through the shared file pointer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, task = 0, block[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file009_read.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof block, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(fh, 0, block, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
    if (rank == 1)
        MPI_File_read_shared(fh, &task, 1, MPI_INT, MPI_STATUS_IGNORE); // want FILE009 "displacement"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
