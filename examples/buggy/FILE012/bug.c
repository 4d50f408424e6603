// Rank 0 never completes the request of its write. MPI_File_close does not wait for the request.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file012.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_iwrite_at(fh, 0, row, 16, MPI_INT, &request); // want FILE012 "never completed"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
