// gomarmot: ranks=3
// Ranks without data begin with a null buffer and end with another buffer: the
// difference does not matter, since no data moves.
#include <mpi.h>
#include <stddef.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split005_no_bytes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, 0, rank == 0 ? u : NULL, rank == 0 ? N : 0, MPI_INT);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
