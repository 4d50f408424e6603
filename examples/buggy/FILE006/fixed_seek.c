// The program seeks to four bytes before the end, with MPI_SEEK_END.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[2] = {1, 2};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file006_seek_0.data" : "file006_seek_1.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, -4, MPI_SEEK_END);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
