// Rank 1 receives into a constant array, which lies in memory that the process
// may only read.
#include <mpi.h>

enum { N = 100 };

static const int table[N] = {1, 2, 3};

int main(int argc, char **argv) {
    int rank, data[N] = {4, 5, 6};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv((int *)table, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want OBJ011 "^buf of MPI_Recv cannot be written at byte [0-9]+ .address 0x[0-9a-f]+.: the rank was killed in the call$" TOOL003 "killed"

    MPI_Finalize();
    return 0;
}
