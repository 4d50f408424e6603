// NOSTORE and NOPUT are about the local window and may differ between the ranks.
// Only NOPRECEDE and NOSUCCEED must be passed by all ranks or by none.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE | (rank == 0 ? MPI_MODE_NOPUT : MPI_MODE_NOSTORE), win);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | (rank == 0 ? MPI_MODE_NOSTORE : 0), win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
