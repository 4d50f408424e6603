// A column of a matrix is written to a file, while other columns are sent, received
// and read from another file.
#include <mpi.h>

enum { ROWS = 30, COLUMNS = 20 };

int main(int argc, char **argv) {
    static int m[ROWS][COLUMNS];
    int rank;
    MPI_File fh, other;
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_File_open(MPI_COMM_WORLD, "split010_holes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_open(MPI_COMM_WORLD, "split010_holes_other.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &other);
    MPI_Offset at = rank * ROWS * (MPI_Offset)sizeof(int);
    MPI_File_write_at(other, at, &m[0][8], 1, column, MPI_STATUS_IGNORE);

    MPI_File_write_at_all_begin(fh, at, &m[0][5], 1, column);
    MPI_Sendrecv(&m[0][4], 1, column, peer, 0, &m[0][6], 1, column, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_read_at(other, at, &m[0][7], 1, column, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, &m[0][5], MPI_STATUS_IGNORE);

    MPI_File_close(&other);
    MPI_File_close(&fh);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
