// gomarmot: ranks=3
// The ranks at the ends of the line have MPI_PROC_NULL as a neighbor. Messages to and
// from MPI_PROC_NULL move no data, so they do not use the buffer of the active read.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N], cell[2];
    int rank, size;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_File_open(MPI_COMM_WORLD, "split010_proc_null.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;
    MPI_File_write_at(fh, at, u, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(fh, at, u, N, MPI_INT);
    int *from = left == MPI_PROC_NULL ? u : &cell[0], *to = right == MPI_PROC_NULL ? u : &cell[1];
    MPI_Sendrecv(to, 1, MPI_INT, right, 0, from, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
