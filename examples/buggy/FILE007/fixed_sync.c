// Each rank waits for its write before it synchronizes the file.
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
    MPI_File_open(MPI_COMM_WORLD, "file007_sync.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, mine, MPI_SEEK_SET);
    MPI_File_iwrite(fh, row, 64, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
