// gomarmot: ranks=5
// Broadcast and reduction over a binary tree, written with messages, beside those of the MPI library; a rank
// waits for whichever child is ready first, and all sizes of jobs work.
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 6 };

static int rank, size, parent, child[2], children;

static void spread(int *value) {
    if (parent >= 0)
        MPI_Recv(value, 1, MPI_INT, parent, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < children; i++)
        MPI_Send(value, 1, MPI_INT, child[i], 0, MPI_COMM_WORLD);
}

static int gather(int value) {
    int part[2], which;
    MPI_Request requests[2];

    for (int i = 0; i < children; i++)
        MPI_Irecv(&part[i], 1, MPI_INT, child[i], 1, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < children; i++) {
        MPI_Waitany(children, requests, &which, MPI_STATUS_IGNORE);
        value += part[which];
    }
    if (parent >= 0)
        MPI_Ssend(&value, 1, MPI_INT, parent, 1, MPI_COMM_WORLD);
    return value;
}

int main(int argc, char **argv) {
    int value, sum, right;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    parent = rank == 0 ? -1 : (rank - 1) / 2;
    for (int i = 1; i <= 2; i++)
        if (2 * rank + i < size)
            child[children++] = 2 * rank + i;

    for (int round = 0; round < ROUNDS; round++) {
        value = rank == 0 ? round : -1;
        spread(&value);
        sum = gather(value * rank);
        MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD);
        value = round * rank;
        MPI_Allreduce(&value, &right, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (sum != right)
            MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (rank == 0)
        printf("%d rounds on %d ranks\n", ROUNDS, size);
    MPI_Finalize();
    return 0;
}
