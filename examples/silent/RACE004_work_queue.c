// Ranks take task numbers from a counter of rank 0 and put each result into its own cell of rank 0. Rank 0 reads the
// results when all tasks are done.
// gomarmot: access=auto ranks=3
#include <mpi.h>
#include <stdio.h>

enum { TASKS = 20 };

int main(int argc, char **argv) {
    int rank, task, one = 1, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate((rank == 0) * (TASKS + 1) * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; rank == 0 && i <= TASKS; i++)
        cells[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (;;) {
        MPI_Fetch_and_op(&one, &task, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        if (task >= TASKS)
            break;
        int result = task * task;
        MPI_Put(&result, 1, MPI_INT, 0, task + 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        long sum = 0;
        for (int i = 1; i <= TASKS; i++)
            sum += cells[i];
        printf("%ld\n", sum);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
