// Both ranks meet in the barrier of every round.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);

    for (int round = 0; round < 3; round++)
        MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
