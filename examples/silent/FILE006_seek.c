// A negative offset moves a file pointer back from its current position or from the end
// of the file. A file pointer may lie beyond the end, where a read returns no data.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, count, row[4] = {1, 2, 3, 4};
    MPI_Offset position;
    MPI_Status status;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const char *name = rank == 0 ? "file006_seek_0.data" : "file006_seek_1.data";
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, name, amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, -1, MPI_SEEK_CUR);
    MPI_File_read(fh, row, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, -3, MPI_SEEK_END);
    MPI_File_get_position(fh, &position);
    MPI_File_seek(fh, 100, MPI_SEEK_SET);
    MPI_File_read(fh, row, 1, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_File_seek_shared(fh, -2, MPI_SEEK_END);
    MPI_File_read_shared(fh, row, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return position != 1 || count != 0;
}
