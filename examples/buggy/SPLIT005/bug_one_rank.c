// gomarmot: ranks=3
// Rank 0 packs its data into another buffer before the write. The end call names the
// unpacked data on all ranks, which is wrong on rank 0.
#include <mpi.h>
#include <string.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static short data[N], packed[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split005_one_rank.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_File_seek(fh, rank * (MPI_Offset)sizeof data, MPI_SEEK_SET);

    memcpy(packed, data, sizeof packed);
    short *out = rank == 0 ? packed : data;
    MPI_File_write_all_begin(fh, out, N, MPI_SHORT);
    MPI_File_write_all_end(fh, data, MPI_STATUS_IGNORE); // want SPLIT005 "buffer"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
