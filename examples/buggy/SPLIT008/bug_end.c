// gomarmot: ranks=2 hang
// Rank 1 calls MPI_File_seek_shared where rank 0 ends the read. End calls are collective,
// too, and must come in the same order on all ranks.
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
    if (rank == 0) {
        MPI_File_read_at_all_end(fh, block, MPI_STATUS_IGNORE); // want SPLIT008 "read_at_all_end"
        MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
    } else {
        MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
        MPI_File_read_at_all_end(fh, block, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
