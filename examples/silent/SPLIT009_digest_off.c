// gomarmot: env=GOMARMOT_DIGEST=off
// The buffer changes while it is written, but the program is run with the digest
// of buffers switched off: it is not checked.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split009_digest_off.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
    for (int i = 0; i < N; i++)
        u[i] = i;
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
