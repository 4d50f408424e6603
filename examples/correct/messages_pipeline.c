// gomarmot: ranks=4
// A pipeline: blocks of numbers pass through the ranks, each of which adds its own share and hands them on; two
// buffers in turn, with persistent requests, let a rank receive one block while it sends the one before.
#include <mpi.h>
#include <stdio.h>

enum { BLOCKS = 12, LENGTH = 256 };

static double block[2][LENGTH];

static void fill(int b, int number) {
    for (int i = 0; i < LENGTH; i++)
        block[b][i] = number + i;
}

static void add(int b, int rank) {
    for (int i = 0; i < LENGTH; i++)
        block[b][i] += rank;
}

int main(int argc, char **argv) {
    int rank, size, wrong = 0, all;
    MPI_Request receive[2], send[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int after = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;

    for (int b = 0; b < 2; b++) {
        MPI_Recv_init(block[b], LENGTH, MPI_DOUBLE, before, b, MPI_COMM_WORLD, &receive[b]);
        MPI_Ssend_init(block[b], LENGTH, MPI_DOUBLE, after, b, MPI_COMM_WORLD, &send[b]);
    }
    for (int n = 0; n < BLOCKS; n++) {
        int b = n % 2;
        if (n >= 2)
            MPI_Wait(&send[b], MPI_STATUS_IGNORE);
        MPI_Start(&receive[b]);
        MPI_Wait(&receive[b], MPI_STATUS_IGNORE);
        if (rank == 0)
            fill(b, n);
        add(b, rank);
        for (int i = 0; i < LENGTH; i++)
            wrong += block[b][i] != n + i + rank * (rank + 1) / 2;
        MPI_Start(&send[b]);
    }
    MPI_Waitall(2, send, statuses);
    for (int b = 0; b < 2; b++) {
        MPI_Request_free(&receive[b]);
        MPI_Request_free(&send[b]);
    }

    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d blocks through %d ranks, %d wrong\n", BLOCKS, size, all);
    if (rank == 0 && all > 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Finalize();
    return 0;
}
