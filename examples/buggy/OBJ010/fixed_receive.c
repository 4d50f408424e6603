// The receive claims the size of the array.
// gomarmot: access=plugin
#include <mpi.h>
#include <stdio.h>

static char name[16];

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send("halo", 5, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(name, sizeof name, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        puts(name);
    }
    MPI_Finalize();
}
