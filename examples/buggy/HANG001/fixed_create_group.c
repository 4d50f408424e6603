// The message is sent before both ranks create the communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Group world;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);

    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_create_group(MPI_COMM_WORLD, world, 5, &pair);

    MPI_Comm_free(&pair);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
