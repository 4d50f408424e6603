// Requests that are complete at once may share a handle value; a wait for one request does not complete the others.
// gomarmot: env=GOMARMOT_DIGEST=64K
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, first, second, *memory;
    MPI_Request requests[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 10; step++) {
        first = second = 10 * rank + step;
        MPI_Rput(&first, 1, MPI_INT, 1 - rank, 2 * rank, 1, MPI_INT, win, &requests[0]);
        MPI_Rput(&second, 1, MPI_INT, 1 - rank, 2 * rank + 1, 1, MPI_INT, win, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        second = -1;
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Win_flush(1 - rank, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
