// Filetypes for the parts of a matrix: subarray, darray, and resized columns, whose
// extent is the matrix or one cell.
#include <mpi.h>

enum { N = 8 };

static void view(MPI_File fh, MPI_Offset displacement, MPI_Datatype filetype) {
    static float part[N * N / 2];
    int bytes;

    MPI_Type_commit(&filetype);
    MPI_Type_size(filetype, &bytes);
    MPI_File_set_view(fh, displacement, MPI_FLOAT, filetype, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(fh, 0, part, bytes / (int)sizeof *part, MPI_FLOAT, MPI_STATUS_IGNORE);
    MPI_Type_free(&filetype);
}

int main(int argc, char **argv) {
    int rank, sizes[2] = {N, N}, subsizes[2] = {N, N / 2};
    int block[2] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK};
    int cyclic[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
    int any[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, columns[2] = {1, 2}, rows[2] = {2, 1};
    MPI_Datatype type, column;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int starts[2] = {0, rank * N / 2};
    MPI_Offset matrix = N * N * sizeof(float);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_arrays.data", amode, MPI_INFO_NULL, &fh);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_FLOAT, &type);
    view(fh, 0, type);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_FLOAT, &type);
    view(fh, matrix, type);
    MPI_Type_create_darray(2, rank, 2, sizes, block, any, columns, MPI_ORDER_C, MPI_FLOAT, &type);
    view(fh, 2 * matrix, type);
    MPI_Type_create_darray(2, rank, 2, sizes, cyclic, any, rows, MPI_ORDER_FORTRAN, MPI_FLOAT, &type);
    view(fh, 3 * matrix, type);
    MPI_Type_vector(N, 1, N, MPI_FLOAT, &column);
    MPI_Type_create_resized(column, 0, N * N * sizeof(float), &type);
    view(fh, 4 * matrix + rank * (MPI_Offset)sizeof(float), type);
    MPI_Type_create_resized(column, 0, sizeof(float), &type);
    view(fh, 5 * matrix + rank * (MPI_Offset)sizeof(float), type);
    MPI_Type_free(&column);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
