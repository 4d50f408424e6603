// The array includes a halo cell on each side of the row.
// gomarmot: access=plugin
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv) {
    int rank;
    double row[N + 2] = {0}, halo[N + 2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(row, N + 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(halo, N + 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
