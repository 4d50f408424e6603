// Rank 1 waits for an exposure epoch that it never opened.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 1)
        MPI_Win_wait(win); // want PSCW005 "no .*MPI_Win_post"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
