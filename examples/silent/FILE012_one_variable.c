// One request variable serves one write after the other; each is complete before
// the next begins.
#include <mpi.h>

static void finish(MPI_Request *request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, cell = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file012_one_variable.data", amode, MPI_INFO_NULL, &fh);
    for (int round = 0; round < 10; round++) {
        finish(&request);
        MPI_File_iwrite_at(fh, (2 * round + rank) * (MPI_Offset)sizeof cell, &cell, 1, MPI_INT, &request);
    }
    finish(&request);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
