// Each rank reads its data back, although the file is open for writing
// only. A nonblocking read needs read access as a blocking read does.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cell = 7, back = 0;
    MPI_File fh;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Offset mine = rank * (MPI_Offset)sizeof cell;

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file003_nonblocking.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, mine, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (MPI_File_iread_at(fh, mine, &back, 1, MPI_INT, &request) == MPI_SUCCESS) // want FILE003 "MPI_MODE_WRONLY"
        MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
