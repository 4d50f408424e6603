// MPI_GROUP_NULL is not a valid group. The group without members is MPI_GROUP_EMPTY.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 0) {
        MPI_Win_start(MPI_GROUP_NULL, 0, win); // want PSCW007 "MPI_GROUP_NULL"
        MPI_Win_complete(win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
