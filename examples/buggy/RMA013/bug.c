// One variable holds the amount that MPI_Fetch_and_op adds and the ticket that it returns:
// MPI may write the ticket before it has read the amount.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    long *counter, ticket = 1;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
    *counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&ticket, &ticket, MPI_LONG, 0, 0, MPI_SUM, win); // want RMA013 "MPI_Fetch_and_op writes result_addr, 8 bytes of which are also in origin_addr"
    MPI_Win_unlock(0, win);
    printf("rank %d has ticket %ld\n", rank, ticket);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
