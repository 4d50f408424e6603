// The MPI_Isend of rank 1 reads shared memory of rank 0, and is still pending when rank 0 stores to it after a barrier.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, unit, *mine, *first, in[N];
    MPI_Aint size;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(N * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int i = 0; i < N; i++)
            mine[i] = i;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 1)
        MPI_Isend(first, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            mine[i] = 0; // want RACE007 "^MPI_Isend of rank 1 loads, and a store of rank 0 changes, the same 400 bytes of the shared memory of rank 0, from byte 0 of its window on: the operation of MPI_Isend of rank 1 is pending from its start until its MPI_Wait, and rank 0 synchronizes with rank 1 in that time; let rank 1 complete the request first, then call MPI_Win_sync"
        MPI_Recv(in, N, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", in[5]);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
