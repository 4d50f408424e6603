// Rank 0 sees from the size of the file that all bytes have arrived, and closes the
// file. But the request of the write is still pending: MPI_Wait comes after the close.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[64];
    int rank;
    MPI_Offset size = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file007_close.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_iwrite_at(fh, 0, row, 64, MPI_INT, &request);
        while (size < (MPI_Offset)sizeof row)
            MPI_File_get_size(fh, &size);
    }
    MPI_File_close(&fh); // want FILE007 "MPI_File_close"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
