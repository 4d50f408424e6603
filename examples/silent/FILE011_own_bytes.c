// A rank need not synchronize its own accesses: it writes and reads its own bytes through
// one handle, and completes each access before the next access to the same bytes.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_own_bytes.data", amode, MPI_INFO_NULL, &fh);
    MPI_Offset own = rank * sizeof row;
    MPI_File_write_at(fh, own, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, own, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(fh, own, row, 2, MPI_INT, &requests[0]);
    MPI_File_iwrite_at(fh, own + 8, row, 2, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_File_write_at_all_begin(fh, own, row, 4, MPI_INT);
    MPI_File_write_at_all_end(fh, row, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, own, MPI_SEEK_SET);
    MPI_File_read(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
