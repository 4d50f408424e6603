// MPI_File_seek moves the file pointer back from its current position: after blocking
// and nonblocking writes, after a read, and after an open with MPI_MODE_APPEND.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Offset end, back;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *name = rank == 0 ? "file006_positions_0.data" : "file006_positions_1.data";

    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write(fh, row, 2 * sizeof *row, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_all(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite(fh, row, 2, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, -8, MPI_SEEK_CUR);
    MPI_File_read(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, -4, MPI_SEEK_CUR);
    MPI_File_close(&fh);

    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_File_get_position(fh, &end);
    MPI_File_seek(fh, -16, MPI_SEEK_CUR);
    MPI_File_get_position(fh, &back);
    MPI_File_close(&fh);

    MPI_Finalize();
    return end != 32 || back != 16;
}
