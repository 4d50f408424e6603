// Valid calls on a file opened with MPI_MODE_SEQUENTIAL: accesses through the shared file
// pointer, a view from its current position, and queries other than of file pointers.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[2] = {1, 2}, flag;
    MPI_Offset bytes;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_SEQUENTIAL | MPI_MODE_WRONLY | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_WORLD, "file004_sequential.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_shared(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_shared(fh, row, 2, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(fh, row, 2, MPI_INT);
    MPI_File_write_ordered_end(fh, row, MPI_STATUS_IGNORE);
    MPI_File_sync(fh);
    MPI_File_get_amode(fh, &amode);
    MPI_File_get_atomicity(fh, &flag);
    MPI_File_get_size(fh, &bytes);
    MPI_File_get_byte_offset(fh, 3, &bytes);
    MPI_File_close(&fh);

    amode = MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file004_sequential.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_read_ordered(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_shared(fh, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
