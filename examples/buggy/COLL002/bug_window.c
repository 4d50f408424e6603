// gomarmot: ranks=2 hang
// Rank 1 finds nothing to share and goes on to MPI_Finalize. Creating a window
// is collective: rank 0 waits for it in MPI_Win_create. Size 0 would do.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int mine = rank == 0 ? 4 : 0;
    if (mine > 0) {
        MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want COLL002 "rank 1"
        MPI_Win_free(&win);
    }

    MPI_Finalize();
    return 0;
}
