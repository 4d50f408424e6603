// The end call names the buffer by another name: the array, its first element, a
// pointer to the structure that it begins.
#include <mpi.h>

enum { N = 100 };

typedef struct {
    double u[N];
    int steps;
} State;

int main(int argc, char **argv) {
    static State state;
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split005_same_address.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * (MPI_Offset)sizeof state.u;

    MPI_File_write_at_all_begin(fh, at, state.u, N, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, &state, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(fh, at, &state, N, MPI_DOUBLE);
    MPI_File_write_at_all_end(fh, &state.u[0], MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
