// Two writes share one request variable. The second write overwrites
// the request of the first write, which no call completes.
#include <mpi.h>

int main(int argc, char **argv) {
    static int rows[2][16];
    int rank;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file012_overwritten.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_File_iwrite(fh, rows[i], 16, MPI_INT, &request); // want FILE012 "never completed"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
