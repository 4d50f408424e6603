// gomarmot: ranks=2
// Both ranks begin the writes in the same order.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int u[N], v[N];
    int rank;
    MPI_File a, b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "coll001_split_files_a.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &a);
    MPI_File_open(MPI_COMM_WORLD, "coll001_split_files_b.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &b);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;

    MPI_File_write_at_all_begin(a, at, u, N, MPI_INT);
    MPI_File_write_at_all_begin(b, at, v, N, MPI_INT);
    MPI_File_write_at_all_end(a, u, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_end(b, v, MPI_STATUS_IGNORE);

    MPI_File_close(&b);
    MPI_File_close(&a);
    MPI_Finalize();
    return 0;
}
