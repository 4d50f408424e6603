// gomarmot: ranks=2
// Both ranks end the read first.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int block[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split008_end.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, rank * (MPI_Offset)sizeof block, block, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, rank * (MPI_Offset)sizeof block, block, N, MPI_INT);
    MPI_File_read_at_all_end(fh, block, MPI_STATUS_IGNORE);
    MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
