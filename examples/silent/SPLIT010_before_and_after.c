// The buffer is received into before the begin call and sent after the end call.
// Between the two, messages of no bytes may name it.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N], v[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_File_open(MPI_COMM_WORLD, "split010_before_and_after.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);

    MPI_Sendrecv(v, N, MPI_INT, peer, 0, u, N, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
    MPI_Sendrecv(u, 0, MPI_INT, peer, 0, u, 0, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u, N, MPI_INT, peer, 0, v, N, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
