// gomarmot: ranks=3
// All ranks take many tickets, then each rank puts to a cell of its own.
#include <mpi.h>

enum { COUNTER, RESULT, TICKETS = 40 };

int main(int argc, char **argv) {
    int rank, i, ticket, *cells;
    int one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    for (i = 0; i < 4; i++)
        cells[i] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < TICKETS; i++) {
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, COUNTER, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Put(&rank, 1, MPI_INT, 0, RESULT + rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Win_sync(win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
