// The reduction reads an array of two values, and the send reads the last two rows.
// gomarmot: access=plugin
#include <mpi.h>

enum { ROWS = 4, N = 10 };

static int grid[ROWS][N];

int main(int argc, char **argv) {
    int rank, bounds[2] = {1, 2}, first[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(bounds, first, 2, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(grid[ROWS - 2], 2 * N, MPI_INT, 1, bounds[1], MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(grid[ROWS - 2], 2 * N, MPI_INT, 0, bounds[1], MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
