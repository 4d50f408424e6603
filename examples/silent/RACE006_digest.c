// Send buffers change, but not while they are being sent, or not by a store of the program.
// gomarmot: env=GOMARMOT_DIGEST=64K
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { N = 100 };

struct message {
    MPI_Request request; // MPI changes the request while the whole struct is being sent
    MPI_Status status;
    int values[N];
};

int main(int argc, char **argv) {
    int rank, columns[N][2], flag, *shared;
    MPI_Datatype column;
    MPI_Request both[2];
    MPI_Status statuses[2];
    MPI_Win win;
    struct message m;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    memset(&m, 0, sizeof m);
    if (rank == 0) {
        MPI_Isend(&m, sizeof m, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &m.request);
        MPI_Wait(&m.request, &m.status);
        m.values[0] = 1;
    } else {
        MPI_Recv(&m, sizeof m, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    // The rank sends one column and receives into the other column.
    memset(columns, 0, sizeof columns);
    MPI_Type_vector(N, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < N; i++)
            columns[i][0] = 10 * rank + step;
        MPI_Isend(&columns[0][0], 1, column, 1 - rank, 1, MPI_COMM_WORLD, &both[0]);
        MPI_Irecv(&columns[0][1], 1, column, 1 - rank, 1, MPI_COMM_WORLD, &both[1]);
        MPI_Waitall(2, both, statuses);
    }
    MPI_Type_free(&column);

    // MPI_Request_get_status shows that the send is complete; a flush completes the put.
    MPI_Isend(m.values, N, MPI_INT, 0, 2, MPI_COMM_SELF, &both[0]);
    MPI_Recv(columns, N, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (flag = 0; !flag;)
        MPI_Request_get_status(both[0], &flag, MPI_STATUS_IGNORE);
    m.values[1] = 2;
    MPI_Wait(&both[0], MPI_STATUS_IGNORE);
    MPI_Win_allocate(N * sizeof *shared, sizeof *shared, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &win);
    MPI_Win_lock_all(0, win);
    MPI_Rput(m.values, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win, &both[0]);
    MPI_Win_flush(1 - rank, win);
    m.values[0] = 3;
    MPI_Wait(&both[0], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    // The program has freed the request of the send.
    if (rank == 0) {
        int *once = calloc(N, sizeof *once);

        MPI_Isend(once, N, MPI_INT, 1, 3, MPI_COMM_WORLD, &both[0]);
        MPI_Request_free(&both[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        free(once);
    } else {
        MPI_Recv(columns, N, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
