// Each step ends the previous write of the state before it begins the next write.
#include <mpi.h>

enum { N = 100, STEPS = 3 };

static double u[N];

static void save(MPI_File fh, int step) {
    if (step > 0)
        MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_write_all_begin(fh, u, N, MPI_DOUBLE);
}

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_same.data", MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * STEPS * (MPI_Offset)sizeof u, MPI_SEEK_SET);
    for (int step = 0; step < STEPS; step++)
        save(fh, step);
    MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
