// gomarmot: ranks=2
// The ticket is used after MPI_Win_flush.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value, size = sizeof(int);
    MPI_Win win;
    int one = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int k = 0; k < 4; k++)
        cell[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    value = 0;
    if (rank == 1) {
        MPI_Win_lock_all(0, win);
        MPI_Fetch_and_op(&one, &value, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        printf("ticket %d\n", value);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
