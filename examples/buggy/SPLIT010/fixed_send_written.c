// A copy of the data is sent while the write is active.
#include <mpi.h>
#include <string.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int mine[N], copy[N], theirs[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_send_written.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    memcpy(copy, mine, sizeof copy);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof mine, mine, N, MPI_INT);
    if (rank == 0)
        MPI_Send(copy, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(theirs, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, mine, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
