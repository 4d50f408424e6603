// A nonblocking access that failed has created no request: nothing is pending when
// the file is closed.
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
