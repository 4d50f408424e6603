// gomarmot: ranks=2 hang
// Rank 0 frees the old window and then creates the new one, rank 1 the other
// way round. Rank 0 waits in MPI_Win_free, rank 1 in MPI_Win_create.
#include <mpi.h>

static int cells[4];

static MPI_Win create(void) {
    MPI_Win win;
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want COLL001 "MPI_Win_free"
    return win;
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win old = create(), new;

    if (rank == 0) {
        MPI_Win_free(&old);
        new = create();
    } else {
        new = create();
        MPI_Win_free(&old);
    }

    MPI_Win_free(&new);
    MPI_Finalize();
    return 0;
}
