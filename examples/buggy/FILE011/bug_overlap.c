// Each rank writes one cell too many: the first cell of the next rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[5] = {1, 2, 3, 4, 5};
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_overlap.data", amode, MPI_INFO_NULL, &fh);
    MPI_Offset first = 4 * rank * sizeof row[0];
    MPI_File_write_at_all(fh, first, row, 5, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_write_at_all of rank 0 and MPI_File_write_at_all of rank 1 reach the same 4 bytes of the file, from byte 16 on: neither rank waits for the other; let them write different bytes"
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
