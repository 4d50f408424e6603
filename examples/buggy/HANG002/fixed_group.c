// Both ranks of the group create the communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Group world;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);

    MPI_Comm_create_group(MPI_COMM_WORLD, world, 5, &pair);
    MPI_Comm_free(&pair);

    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
