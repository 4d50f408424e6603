// RMA requests are completed by MPI_Waitall, MPI_Waitany or repeated MPI_Testall
// inside the epoch, or by MPI_Wait after a flush and the unlock.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, flag, index, x[4] = {1, 2, 3, 4}, *cells;
    MPI_Request request[4];
    MPI_Status status[4];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    for (int round = 0; rank == 0 && round < 4; round++) {
        for (int i = 0; i < 4; i++)
            MPI_Rput(&x[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request[i]);
        if (round == 0)
            MPI_Waitall(4, request, status);
        for (int i = 0; round == 1 && i < 4; i++)
            MPI_Waitany(4, request, &index, &status[0]);
        for (flag = 0; round == 2 && !flag;)
            MPI_Testall(4, request, &flag, status);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    for (int i = 0; rank == 0 && i < 4; i++)
        MPI_Wait(&request[i], MPI_STATUS_IGNORE); // the requests of the last round

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
