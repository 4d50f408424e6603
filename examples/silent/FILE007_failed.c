// The file does not exist, so MPI_File_open fails and the program begins no nonblocking read: MPI_Wait gets
// MPI_REQUEST_NULL.
#include <mpi.h>

int main(int argc, char **argv) {
    int cell = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int error = MPI_File_open(MPI_COMM_SELF, "file007_missing.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    if (error == MPI_SUCCESS) {
        MPI_File_iread(fh, &cell, 1, MPI_INT, &request);
        MPI_File_close(&fh);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
