// Constant data is written, and the program reads it while the write is active: the data does not change.
#include <mpi.h>

static const double table[] = {1, 2, 6, 24, 120, 720, 5040, 40320};
enum { N = sizeof table / sizeof table[0] };

int main(int argc, char **argv) {
    int rank;
    double sum = 0;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split009_constant.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof table, MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, table, N, MPI_DOUBLE);
    for (int i = 0; i < N; i++)
        sum += table[i];
    MPI_File_write_all_end(fh, table, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return sum != 46233;
}
