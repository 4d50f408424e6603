// Rank 1 alone communicates in the fence epoch. All ranks must agree on
// MPI_MODE_NOPRECEDE, so none may give it at the fence that closes rank 1's get.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int value = 0;
    *base = rank;
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win); // want FENCE002 "NOPRECEDE"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
