// The count includes a halo cell on each side of the row, but the array does not: the send reads beyond the array.
// gomarmot: access=plugin
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv) {
    int rank;
    double row[N] = {0}, halo[N + 2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(row, N + 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); // want OBJ010 "^buf of MPI_Send takes 96 bytes, but row has only 80 bytes from there on$"
    if (rank == 1)
        MPI_Recv(halo, N + 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
