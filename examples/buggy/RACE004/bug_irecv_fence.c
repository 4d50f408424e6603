// Rank 0 receives into its window. The receive is still pending after the fence, when rank 1 puts to the same cell: a
// fence completes the calls on its window, not the receive.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0)
        MPI_Irecv(cells, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // want RACE004 "rank 1 synchronizes with rank 0 before MPI_Irecv of rank 0 is complete, and no fence completes it; let rank 0 complete its request, with MPI_Wait for example"
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
