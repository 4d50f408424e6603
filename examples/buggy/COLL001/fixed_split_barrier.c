// gomarmot: ranks=2
// Both ranks end the write before the barrier.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "coll001_split.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof u, MPI_SEEK_SET);

    MPI_File_write_all_begin(fh, u, N, MPI_INT);
    MPI_File_write_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
