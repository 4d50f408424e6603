// Each rank has a file of its own, and all write at its beginning.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    char name[32];
    snprintf(name, sizeof name, "file011_own_%d.data", rank);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, name, amode, MPI_INFO_NULL, &fh);
    MPI_File_write(fh, row, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
