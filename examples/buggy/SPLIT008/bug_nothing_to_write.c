// gomarmot: ranks=2 hang
// Rank 1 has nothing to write and leaves the split write out. Begin and end are
// collective: rank 1 must call both, too, with count 0.
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    static double u[N];
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split008_nothing_to_write.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);

    int mine = rank == 0 ? N : 0;
    if (mine > 0) {
        MPI_File_write_at_all_begin(fh, 0, u, mine, MPI_DOUBLE); // want SPLIT008 "rank 1"
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
