// gomarmot: ranks=2 hang
// Calls that create a window are collective, too. Rank 0
// calls MPI_Win_create for memory of its own, while rank
// 1 calls MPI_Win_allocate: the calls do not match.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, *base = &cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    if (rank == 0)
        MPI_Win_create(base, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    else
        MPI_Win_allocate(sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); // want COLL001 "MPI_Win_create"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
