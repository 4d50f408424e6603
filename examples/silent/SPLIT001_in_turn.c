// gomarmot: ranks=3
// Hundreds of split collectives of all six kinds on one file handle, one after
// the other.
#include <mpi.h>

enum { N = 8, ROUNDS = 40 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split001_in_turn.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;

    for (int round = 0; round < ROUNDS; round++) {
        MPI_File_write_at_all_begin(fh, at, u, N, MPI_INT);
        MPI_File_write_at_all_end(fh, u, &status);
        MPI_File_read_at_all_begin(fh, at, u, N, MPI_INT);
        MPI_File_read_at_all_end(fh, u, &status);
        MPI_File_seek(fh, at, MPI_SEEK_SET);
        MPI_File_write_all_begin(fh, u, N, MPI_INT);
        MPI_File_write_all_end(fh, u, &status);
        MPI_File_seek(fh, at, MPI_SEEK_SET);
        MPI_File_read_all_begin(fh, u, N, MPI_INT);
        MPI_File_read_all_end(fh, u, &status);
        MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
        MPI_File_write_ordered_begin(fh, u, N, MPI_INT);
        MPI_File_write_ordered_end(fh, u, &status);
        MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
        MPI_File_read_ordered_begin(fh, u, N, MPI_INT);
        MPI_File_read_ordered_end(fh, u, &status);
        u[round % N]++;
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
