// Rank 1 receives into an array that may be changed.
#include <mpi.h>

enum { N = 100 };

static int table[N] = {1, 2, 3};

int main(int argc, char **argv) {
    int rank, data[N] = {4, 5, 6};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(table, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
