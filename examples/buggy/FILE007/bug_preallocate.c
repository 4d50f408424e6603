// All ranks preallocate space while a nonblocking write of rank 0 is pending.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[64];
    int rank;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file007_preallocate.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_iwrite_at(fh, 0, row, 64, MPI_INT, &request);
    MPI_File_preallocate(fh, 4096); // want FILE007 "MPI_File_preallocate"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
