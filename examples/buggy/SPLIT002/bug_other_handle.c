// Two files are open. A write begins on the first
// file, and is ended on the second file as well.
#include <mpi.h>

enum { N = 1000 };

static int data[N];

static void step(MPI_File fh, MPI_Offset at) {
    MPI_File_write_at_all_begin(fh, at, data, N, MPI_INT);
    MPI_File_write_at_all_end(fh, data, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank;
    MPI_File out, log;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split002_out.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &out);
    MPI_File_open(MPI_COMM_WORLD, "split002_log.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &log);
    step(out, rank * (MPI_Offset)sizeof data);
    step(log, rank * (MPI_Offset)sizeof data);

    MPI_File_write_at_all_begin(out, rank * (MPI_Offset)sizeof data, data, N, MPI_INT);
    MPI_File_write_at_all_end(log, data, MPI_STATUS_IGNORE); // want SPLIT002 "write_at_all_end"
    MPI_File_write_at_all_end(out, data, MPI_STATUS_IGNORE);

    MPI_File_close(&log);
    MPI_File_close(&out);
    MPI_Finalize();
    return 0;
}
