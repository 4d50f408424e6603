// Each rank reads the cells of its split collective write before the write is complete.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int row[4] = {1, 2, 3, 4}, back[4];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_split.data", amode, MPI_INFO_NULL, &fh);
    MPI_Offset own = rank * sizeof row;
    MPI_File_write_at_all_begin(fh, own, row, 4, MPI_INT);
    MPI_File_read_at(fh, own, back, 4, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "still pending, so either may take effect first; call its end before the second access"
    MPI_File_write_at_all_end(fh, row, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
