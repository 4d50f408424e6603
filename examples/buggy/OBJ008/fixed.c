// The temperatures are double, and sent as MPI_DOUBLE.
// gomarmot: access=plugin
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv) {
    int rank;
    double heat[N] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(heat, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(heat, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
