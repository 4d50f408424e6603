// Rank 2 tells rank 1 that it has received the cells of rank 0, too; then rank 1 puts to them.
// gomarmot: ranks=3
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, *cells, copy[N];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < N; i++)
        cells[i] = rank + i;

    MPI_Win_lock_all(0, win);
    MPI_Bcast(rank == 0 ? cells : copy, N, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Send(copy, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(copy, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
