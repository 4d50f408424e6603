// The begin call names the first element behind the
// border, and the end call names the border itself.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static int line[N + 2];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split005_read.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * N * (MPI_Offset)sizeof line[0];
    MPI_File_write_at(fh, at, &line[1], N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, at, MPI_SEEK_SET);

    MPI_File_read_all_begin(fh, &line[1], N, MPI_INT);
    MPI_File_read_all_end(fh, line, MPI_STATUS_IGNORE); // want SPLIT005 "buffer"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
