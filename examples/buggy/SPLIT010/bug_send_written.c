// The buffer is sent while it is being written to the file. Both operations only read the
// buffer, but the standard forbids any use of it before the end call.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int mine[N], theirs[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_send_written.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof mine, mine, N, MPI_INT);
    if (rank == 0)
        MPI_Send(mine, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want SPLIT010 "MPI_Send"
    else
        MPI_Recv(theirs, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, mine, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
