// gomarmot: ranks=2 provoked=PROV003
// The result of MPI_Get is read before the lock is released.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value, size = sizeof(int);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int k = 0; k < 4; k++)
        cell[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    cell[0] = 7;
    MPI_Barrier(MPI_COMM_WORLD);
    value = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    size = value;
    MPI_Win_unlock(1 - rank, win);
    if (rank == 0)
        printf("%s\n", size == 0 || size == 7 ? "fine" : "strange");
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
