// gomarmot: ranks=1
// Each rank shifts the cells of its own window by four places with a put to itself.
// Origin and target memory overlap, so the put changes cells that it has not sent yet.
#include <mpi.h>

enum { N = 64 };

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; i < N; i++)
        cells[i] = i;

    MPI_Put(cells, 16, MPI_INT, rank, 4, 16, MPI_INT, win); // want RMA013 "MPI_Put writes target memory of its own rank, 48 bytes of which are also in origin_addr"
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
