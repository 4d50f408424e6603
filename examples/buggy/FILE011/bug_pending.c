// The read may take effect before the write, which is not complete.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4}, back[4];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_pending.data", amode, MPI_INFO_NULL, &fh);
    MPI_Offset own = rank * sizeof row;
    MPI_File_iwrite_at(fh, own, row, 4, MPI_INT, &requests[0]);
    MPI_File_iread_at(fh, own, back, 4, MPI_INT, &requests[1]); // want FILE011 "MPI_File_iwrite_at of rank . and MPI_File_iread_at of rank . reach the same 16 bytes .*the first access is still pending, so either may take effect first; complete its request before the second access"
    MPI_Waitall(2, requests, statuses);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
