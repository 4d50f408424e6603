// MPI_Finalize closes no files. The file of the second step is
// never closed: the function returns before MPI_File_close.
#include <mpi.h>
#include <stdio.h>

static void step(int last) {
    int cell = last;
    MPI_File fh;

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_SELF, last ? "file005_1.data" : "file005_0.data", amode, MPI_INFO_NULL, &fh); // want FILE005 "not closed"
    MPI_File_write(fh, &cell, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (last)
        return;
    MPI_File_close(&fh);
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        step(0);
        step(1);
    }

    MPI_Finalize();
    if (rank == 0) {
        remove("file005_0.data");
        remove("file005_1.data");
    }
    return 0;
}
