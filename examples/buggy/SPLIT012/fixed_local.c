// The buffer of the split collective write is a local variable of the caller.
#include <mpi.h>

enum { N = 100 };

static void begin(MPI_File fh, int *data, int rank) {
    for (int i = 0; i < N; i++)
        data[i] = rank;
    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof *data * N, data, N, MPI_INT);
}

int main(int argc, char **argv) {
    int rank, data[N];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split012.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    begin(fh, data, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
