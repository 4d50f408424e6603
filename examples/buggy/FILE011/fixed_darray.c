// Each rank writes its own share of the array: every second pair of columns.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    static int cells[24];
    MPI_Datatype share;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int size[2] = {4, 12}, kind[2] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC}, length[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, grid[2] = {1, 2};
    MPI_Type_create_darray(2, rank, 2, size, kind, length, grid, MPI_ORDER_C, MPI_INT, &share);
    MPI_Type_commit(&share);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_darray.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, share, "native", MPI_INFO_NULL);
    MPI_File_write_all(fh, cells, 24, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Type_free(&share);
    MPI_Finalize();
    return 0;
}
