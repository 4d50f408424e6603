// The view says that the file holds integers. The program writes floats
// through the view: floats have the size of integers, but another type.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    float data[N] = {0};
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "file010_buffer.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * (MPI_Offset)sizeof data, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    MPI_File_write_at(fh, 0, data, N, MPI_FLOAT, MPI_STATUS_IGNORE); // want FILE010 "^MPI_File_write_at of 100 of MPI_FLOAT through a view whose etype is MPI_INT: basic element 0 is MPI_FLOAT .4 bytes. in the buffer and MPI_INT .4 bytes. in the file$"
    MPI_File_write_at(fh, 0, data, sizeof data, MPI_BYTE, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
