// The reduction reads two values from a single variable, and the send reads two rows from the last row on.
// gomarmot: access=plugin
#include <mpi.h>

enum { ROWS = 4, N = 10 };

static int grid[ROWS][N];

int main(int argc, char **argv) {
    int rank, least = 1, most = 2, first[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&least, first, 2, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD); // want OBJ010 "^sendbuf of MPI_Reduce takes 8 bytes, but least has only 4 bytes from there on$"
    if (rank == 0)
        MPI_Send(grid[ROWS - 1], 2 * N, MPI_INT, 1, most, MPI_COMM_WORLD); // want OBJ010 "^buf of MPI_Send takes 80 bytes, but grid has only 40 bytes from there on$"
    if (rank == 1)
        MPI_Recv(grid[ROWS - 2], 2 * N, MPI_INT, 0, most, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
