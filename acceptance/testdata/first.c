// Its first calls are those that a message of somebody else's would disturb: a
// large broadcast, a receive that takes any message, a reduction. Tells whether
// each rank got what was sent.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, TAG = 5 };

static int wrong(const char *what, int rank)
{
    printf("rank %d: wrong %s\n", rank, what);
    return 1;
}

int main(int argc, char **argv)
{
    static char data[BYTES];
    int rank, size, sum, bad = 0;
    MPI_Status status;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memset(data, rank == 0 ? 42 : 0, BYTES);
    MPI_Bcast(data, BYTES, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < BYTES && !bad; i++)
        if (data[i] != 42)
            bad = wrong("broadcast", rank);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++) {
        int from = -1;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG != TAG || from != status.MPI_SOURCE)
            bad = wrong("message", rank);
    }
    MPI_Win_create(data, BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != size * (size - 1) / 2)
        bad = wrong("sum", rank);
    MPI_Finalize();
    if (rank == 0 && !bad)
        printf("all right\n");
    return bad;
}
