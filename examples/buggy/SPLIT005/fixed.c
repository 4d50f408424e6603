// The write ends before the pointers are swapped.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static double first[N], second[N];
    double *current = first, *next = second;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split005.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof first, current, N, MPI_DOUBLE);
    for (int i = 0; i < N; i++)
        next[i] = current[i] + 1;
    MPI_File_write_at_all_end(fh, current, MPI_STATUS_IGNORE);
    double *swap = current;
    current = next;
    next = swap;

    MPI_File_close(&fh);
    MPI_Finalize();
    return next[0] == current[0];
}
