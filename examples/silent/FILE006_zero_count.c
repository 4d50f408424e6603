// An access with count 0 needs no buffer. A rank without
// data passes NULL and count 0 to a collective access.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_zero_count.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_write_all(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    else
        MPI_File_write_all(fh, NULL, 0, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, 0, NULL, 0, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_iread_at(fh, 0, NULL, 0, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
