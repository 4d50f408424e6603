// The program passes the request of an independent write to MPI_Request_free.
// The standard forbids this call only for requests of collective operations.
#include <mpi.h>

int main(int argc, char **argv) {
    static int row[16];
    int rank;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file012_independent_free.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_iwrite_at(fh, 0, row, 16, MPI_INT, &request);
        MPI_Request_free(&request);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
