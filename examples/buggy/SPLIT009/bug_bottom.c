// The datatype holds the addresses of two variables, and the buffer is
// MPI_BOTTOM. The second variable is counted up while the write is active.
#include <mpi.h>

enum { N = 64 };

int main(int argc, char **argv) {
    static double u[N];
    static int steps;
    int rank, counts[2] = {N, 1};
    MPI_File fh;
    MPI_Aint places[2];
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, state;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_address(u, &places[0]);
    MPI_Get_address(&steps, &places[1]);
    MPI_Type_create_struct(2, counts, places, types, &state);
    MPI_Type_commit(&state);
    MPI_File_open(MPI_COMM_WORLD, "split009_bottom.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)(sizeof u + sizeof steps), MPI_BOTTOM, 1, state);
    steps++;
    MPI_File_write_at_all_end(fh, MPI_BOTTOM, MPI_STATUS_IGNORE); // want SPLIT009 "changed"

    MPI_File_close(&fh);
    MPI_Type_free(&state);
    MPI_Finalize();
    return steps != 1;
}
