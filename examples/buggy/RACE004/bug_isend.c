// Rank 1 puts to the buffer of rank 0's MPI_Isend before the send is complete.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, got = 0;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Isend(cells, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // want RACE004 "MPI_Isend of rank 0 loads, and MPI_Put of rank 1 writes, the same 4 bytes of rank 0.*: rank 1 synchronizes with rank 0 before MPI_Isend of rank 0 is complete; let rank 0 complete its request"
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
