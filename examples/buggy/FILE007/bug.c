// All ranks set the size of the file while a nonblocking write is pending.
// Whether the write comes before or after the new size is left to chance.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[64];
    int rank;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Offset mine = rank * (MPI_Offset)sizeof row;

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file007.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_iwrite_at(fh, mine, row, 64, MPI_INT, &request);
    MPI_File_set_size(fh, 2 * (MPI_Offset)sizeof row); // want FILE007 "MPI_File_set_size"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
