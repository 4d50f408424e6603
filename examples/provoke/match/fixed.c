// gomarmot: ranks=3
// The tag of each message tells its type.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int number = 1;
    float real = 2.0f;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0)
        usleep(300000 * rank);
    if (rank == 1)
        MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Send(&real, 1, MPI_FLOAT, 0, 2, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&real, 1, MPI_FLOAT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
