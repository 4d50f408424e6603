// Only collective calls must come in the same order on all ranks. Between them, the
// ranks call different independent functions: reads, writes, seeks and queries.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[4];
    int rank, flag;
    MPI_Offset size;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001_file_independent.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (rank == 0) {
        MPI_File_write_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_read_at(fh, 0, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_get_size(fh, &size);
    } else {
        MPI_File_seek(fh, 64, MPI_SEEK_SET);
        MPI_File_get_atomicity(fh, &flag);
        MPI_File_iwrite(fh, row, 4, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_File_write(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_write_at_all(fh, 128 + 4 * rank, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
