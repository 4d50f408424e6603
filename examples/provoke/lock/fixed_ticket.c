// gomarmot: ranks=3
// Tickets come in any order.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value, size = sizeof(int);
    MPI_Win win;
    int next;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int k = 0; k < 4; k++)
        cell[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    usleep(60000 * rank);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    next = value + 1;
    MPI_Put(&next, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    printf("ticket %d\n", value);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
