// Both parts are written in one view, and the requests are pending together.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[2][64];
    int rank;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file007_view.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_iwrite_at(fh, 64 * rank, row[0], 64, MPI_INT, &requests[0]);
    MPI_File_iwrite_at(fh, 128 + 64 * rank, row[1], 64, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, statuses);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
