// The ranks use the shared file pointer in turn, from positions that collective calls have set, and reach
// different bytes. The last write starts where a read beyond the end of the file has left the shared file pointer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int record[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_shared_pointer_alone.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0)
        MPI_File_write_at(fh, 1024, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; i++) {
        MPI_File_seek_shared(fh, 100 * i, MPI_SEEK_SET);
        if (i == rank)
            for (int k = 0; k < 5; k++)
                MPI_File_write_shared(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_set_view(fh, 2048, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (rank == 1)
        MPI_File_write_shared(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek_shared(fh, 0, MPI_SEEK_END);
    if (rank == 0)
        MPI_File_write_shared(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek_shared(fh, 1000, MPI_SEEK_SET);
    if (rank == 0) {
        MPI_File_read_shared(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write_shared(fh, record, 4, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
