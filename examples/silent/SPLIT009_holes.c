// A column of a matrix is written. Between begin and end all the other columns
// change, and so do the bytes before and behind.
#include <mpi.h>

enum { ROWS = 30, COLUMNS = 20, MINE = 7 };

int main(int argc, char **argv) {
    static float m[ROWS][COLUMNS];
    int rank;
    MPI_File fh;
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
    MPI_File_open(MPI_COMM_WORLD, "split009_holes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * ROWS * (MPI_Offset)sizeof(float), &m[0][MINE], 1, column);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS; i++)
            if (i != MINE)
                m[row][i] += 1;
    MPI_File_write_at_all_end(fh, &m[0][MINE], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
