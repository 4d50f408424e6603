// Rank 1 ends the write before it receives into the buffer.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int block[N];
    int rank, next[N];
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_recv.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    for (int i = 0; i < N; i++)
        next[i] = i;

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof block, block, N, MPI_INT);
    MPI_File_write_at_all_end(fh, block, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Send(next, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(block, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
