// The begin call with a large count has no matching large-count end call: the
// ordinary end call ends it. MPI before 4.0 has only the ordinary begin call.
#include <mpi.h>

enum { N = 200 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003_large_count.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof u;

#if MPI_VERSION >= 4
    MPI_File_write_at_all_begin_c(fh, at, u, N, MPI_INT);
#else
    MPI_File_write_at_all_begin(fh, at, u, N, MPI_INT);
#endif
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
