// The element is set before the write begins.
#include <mpi.h>

enum { ROWS = 40, COLUMNS = 30 };

int main(int argc, char **argv) {
    static float m[ROWS][COLUMNS];
    int rank;
    MPI_File fh;
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
    MPI_File_open(MPI_COMM_WORLD, "split009_vector.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * ROWS * (MPI_Offset)sizeof(float), MPI_SEEK_SET);

    m[17][3] = 1;
    MPI_File_write_all_begin(fh, &m[0][3], 1, column);
    MPI_File_write_all_end(fh, &m[0][3], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
