// The same memory may appear in several windows. They are used one after the
// other, never at once. (WIN012 may add a note on the overlap, no more.)
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank;
    MPI_Win ints, bytes;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &ints);
    MPI_Win_create(cells, sizeof cells, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &bytes);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, ints);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 3, 1, MPI_INT, ints);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, ints);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, bytes);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 12, 1, MPI_INT, bytes);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, bytes);

    MPI_Win_free(&bytes);
    MPI_Win_free(&ints);
    MPI_Finalize();
    return 0;
}
