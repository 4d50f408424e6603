// The checkpoint routine finds a wrong value and returns early, with the read
// begun and not ended. The caller goes straight to MPI_Finalize.
#include <mpi.h>
#include <stdio.h>

enum { N = 300 };

static int data[N];

static int restart(int rank, int wanted) {
    MPI_File fh;
    MPI_Offset at = rank * (MPI_Offset)sizeof data;
    int version = 1;

    MPI_File_open(MPI_COMM_WORLD, "split011_error_path.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, at, data, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, data, N, MPI_INT); // want SPLIT011 "read_at_all_end"
    if (version != wanted)
        return -1;
    MPI_File_read_at_all_end(fh, data, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    return 0;
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int err = restart(rank, 2);
    MPI_Finalize();
    if (rank == 0)
        remove("split011_error_path.dat");
    return err == 0;
}
