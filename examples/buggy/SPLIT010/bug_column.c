// Column 3 of a matrix is being written. The receive into columns 2 and 3 overlaps it,
// although the two buffers begin at different addresses.
#include <mpi.h>

enum { ROWS = 40, COLUMNS = 30 };

int main(int argc, char **argv) {
    static float m[ROWS][COLUMNS], out[ROWS][2];
    int rank;
    MPI_File fh;
    MPI_Datatype column, pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
    MPI_Type_vector(ROWS, 2, COLUMNS, MPI_FLOAT, &pair);
    MPI_Type_commit(&pair);
    MPI_File_open(MPI_COMM_WORLD, "split010_column.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * ROWS * (MPI_Offset)sizeof(float), MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, &m[0][3], 1, column);
    if (rank == 0)
        MPI_Send(out, 2 * ROWS, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&m[0][2], 1, pair, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want SPLIT010 "MPI_Recv"
    MPI_File_write_all_end(fh, &m[0][3], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&pair);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
