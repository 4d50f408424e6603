// gomarmot: ranks=4
// Two groups of ranks have a file each. Only the ranks that opened a file take
// part, and the groups do different things.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int world, rank;
    MPI_Comm half;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, world % 2, 0, &half);
    MPI_Comm_rank(half, &rank);
    MPI_File_open(half, world % 2 ? "split008_odd.dat" : "split008_even.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Comm_free(&half);

    if (world % 2) {
        MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    } else {
        for (int i = 0; i < 3; i++) {
            MPI_File_write_ordered_begin(fh, u, N, MPI_INT);
            MPI_File_write_ordered_end(fh, u, MPI_STATUS_IGNORE);
        }
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
