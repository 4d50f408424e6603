// The barrier is on a communicator of every second rank: rank 1, which reads, does not wait for rank 0, which puts.
// gomarmot: access=auto ranks=4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    cells[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(half);
    if (rank == 1)
        printf("%d\n", cells[0]); // want RACE004 "^MPI_Put of rank 0 writes, and a load of rank 1 reads, .*; the MPI_Barrier of rank 0 after its access is on a communicator that rank 1 is not in: call it on a communicator of both"
    MPI_Win_unlock_all(win);

    MPI_Comm_free(&half);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
