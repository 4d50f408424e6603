// Blocking, nonblocking and split calls of one kind take turns on one handle.
// Only split calls have an end call.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split002_after_blocking.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;

    MPI_File_write_at_all(fh, at, u, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(fh, at, u, N, MPI_INT);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(fh, at, u, N, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(fh, at, u, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
