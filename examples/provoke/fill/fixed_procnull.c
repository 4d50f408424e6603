// gomarmot: ranks=2
// Receives from MPI_PROC_NULL leave the ghost cells at the ends alone: the program may write to them at any time.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, flag;
    int u[4];
    MPI_Request requests[3], persistent;
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int left = rank ? 0 : MPI_PROC_NULL, right = rank ? MPI_PROC_NULL : 1;
    const int end = rank ? 3 : 0; // the ghost cell without a neighbor

    for (int i = 0; i < 4; i++)
        u[i] = 10 * rank + i;
    MPI_Irecv(&u[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&u[3], 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[1]);
    u[end] = -100;
    MPI_Send(&u[rank ? 1 : 2], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    printf("rank %d: %d %d\n", rank, u[0], u[3]);

    MPI_Recv_init(&u[end], 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &persistent);
    MPI_Start(&persistent);
    u[end]--;
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    MPI_Request_free(&persistent);

    MPI_Improbe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(&u[end], 1, MPI_INT, &message, &requests[2]);
    u[end]--;
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    printf("rank %d: %d\n", rank, u[end]);

    MPI_Finalize();
    return 0;
}
