// The column is written with a datatype that was not committed.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank;
    MPI_Datatype column;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);

    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_uncommitted.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * 4 * (MPI_Offset)sizeof *matrix, matrix, 1, column, MPI_STATUS_IGNORE); // want FILE006 "not committed"

    MPI_File_close(&fh);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
