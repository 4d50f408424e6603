// Each rank writes five columns of an array. The views of the two ranks have two columns in common.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    static int tile[20];
    MPI_Datatype columns;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int sizes[2] = {4, 8}, subsizes[2] = {4, 5}, starts[2] = {0, 3 * rank};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &columns);
    MPI_Type_commit(&columns);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_columns.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, MPI_INT, columns, "native", MPI_INFO_NULL);
    MPI_File_write_all(fh, tile, 4 * 5, MPI_INT, MPI_STATUS_IGNORE); // want FILE011 "MPI_File_write_all of rank 0 and MPI_File_write_all of rank 1 reach the same 8 bytes of the file, from byte 12 on"
    MPI_File_close(&fh);
    MPI_Type_free(&columns);
    MPI_Finalize();
    return 0;
}
