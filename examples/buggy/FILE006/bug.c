// The last rank has fewer cells than the others. The program subtracts
// one block too many, so the count of the last rank is negative.
#include <mpi.h>

enum { CELLS = 4, BLOCK = 3 };

int main(int argc, char **argv) {
    static int row[BLOCK];
    int rank, block = BLOCK;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Offset first = rank * BLOCK;
    if (first + BLOCK > CELLS)
        block = CELLS - 2 * BLOCK;
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, first * (MPI_Offset)sizeof *row, row, block, MPI_INT, MPI_STATUS_IGNORE); // want FILE006 "count.*-2"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
