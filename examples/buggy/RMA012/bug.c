// The buffer was never allocated. The put is to a neighbor that exists, so
// there is data to move from NULL.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    double *halo = NULL;
    double *cells;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(halo, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win); // want RMA012 "MPI_Put with the origin address NULL"
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
