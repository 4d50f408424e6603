// gomarmot: skip-openmpi-5.0 its second fence never returns, with or without gomarmot
// gomarmot: skip-openmpi-6.0 its second fence never returns, with or without gomarmot
// gomarmot: skip-abi-openmpi-6.0 its second fence never returns, with or without gomarmot
// An access of no data touches no byte: at the end of the window, at a window of
// size 0, with count 0 or a datatype of size 0.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, x[4] = {0};
    MPI_Datatype nothing;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    MPI_Win_create(cells, rank == 1 ? sizeof cells : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    MPI_Put(x, 0, MPI_INT, 1, 4, 0, MPI_INT, win);
    MPI_Get(x, 0, MPI_INT, 0, 0, 0, MPI_INT, win);
    MPI_Put(x, 3, nothing, 1, 4, 3, nothing, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    return 0;
}
