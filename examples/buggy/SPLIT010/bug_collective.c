// gomarmot: ranks=3
// The header of the state is brought up to date by MPI_Allreduce while the state
// is being written.
#include <mpi.h>

enum { N = 100 };

typedef struct {
    double total;
    double u[N];
} State;

int main(int argc, char **argv) {
    static State state;
    double mine = 1;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_collective.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof state, &state, N + 1, MPI_DOUBLE);
    MPI_Allreduce(&mine, &state.total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); // want SPLIT010 "MPI_Allreduce"
    MPI_File_write_at_all_end(fh, &state, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
