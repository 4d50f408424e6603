// gomarmot: ranks=3
// Only one rank has data. The other ranks take part with count 0 and no buffer,
// in four kinds of split collectives.
#include <mpi.h>
#include <stddef.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int data[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split008_zero_bytes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    int *u = rank == 1 ? data : NULL, n = rank == 1 ? N : 0;

    MPI_File_write_at_all_begin(fh, 0, u, n, MPI_INT);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_read_all_begin(fh, u, n, MPI_INT);
    MPI_File_read_all_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(fh, u, n, MPI_INT);
    MPI_File_write_ordered_end(fh, u, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(fh, 0, u, n, MPI_INT);
    MPI_File_read_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
