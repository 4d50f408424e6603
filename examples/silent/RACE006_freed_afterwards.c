// The program frees each block as soon as a completion or synchronization call shows that MPI no longer uses it.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

static int *fresh(int rank) {
    int *p = malloc(N * sizeof *p);

    for (int i = 0; i < N; i++)
        p[i] = rank;
    return p;
}

int main(int argc, char **argv) {
    int rank, flag = 0, got[N], *data, *cells, *own;
    MPI_Request request, both[2];
    MPI_Status statuses[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int i = 0; i < 10; i++) { // a wait, a test, and MPI_Request_get_status
        data = fresh(rank);
        MPI_Irecv(got, N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &both[1]);
        MPI_Isend(data, N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &both[0]);
        if (i % 3 == 0) {
            MPI_Waitall(2, both, statuses);
        } else if (i % 3 == 1) {
            for (flag = 0; !flag;)
                MPI_Test(&both[0], &flag, MPI_STATUS_IGNORE);
        } else {
            for (flag = 0; !flag;)
                MPI_Request_get_status(both[0], &flag, MPI_STATUS_IGNORE);
        }
        free(data);
        MPI_Waitall(2, both, statuses);
    }

    data = fresh(rank); // a persistent request that is not active
    if (rank == 0)
        MPI_Send_init(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        data[i] = i;
    }
    free(data);
    MPI_Request_free(&request);

    cells = fresh(rank); // a fence, and the end of the window
    MPI_Win_create(cells, N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    data = fresh(rank);
    MPI_Put(data, N / 2, MPI_INT, 1 - rank, 0, N / 2, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    free(data);
    MPI_Win_free(&win);
    free(cells);

    MPI_Win_allocate(N * sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win); // a flush
    MPI_Win_lock_all(0, win);
    data = fresh(rank);
    MPI_Put(data, N / 2, MPI_INT, 1 - rank, 0, N / 2, MPI_INT, win);
    MPI_Win_flush_local(1 - rank, win);
    free(data);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
