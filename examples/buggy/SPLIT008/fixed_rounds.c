// gomarmot: ranks=3
// All ranks make as many rounds as the rank with the most blocks.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int block[N];
    int rank, size;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_open(MPI_COMM_WORLD, "split008_rounds.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    int blocks = rank == 2 ? 2 : 3, most;
    MPI_Allreduce(&blocks, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < most; i++) {
        MPI_File_write_ordered_begin(fh, block, i < blocks ? N : 0, MPI_INT);
        MPI_File_write_ordered_end(fh, block, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
