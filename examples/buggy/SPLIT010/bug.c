// Rank 0 sends the block before the split read into the block has ended: rank 1 may
// receive the old contents of the buffer.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int block[N], copy[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof block;
    MPI_File_write_at(fh, at, block, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, block, N, MPI_INT);
    if (rank == 0)
        MPI_Send(block, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want SPLIT010 "MPI_Send"
    else
        MPI_Recv(copy, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_end(fh, block, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
