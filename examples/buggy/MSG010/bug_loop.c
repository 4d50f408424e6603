// gomarmot: ranks=4
// The loop takes the messages of the other ranks in the order in which they come.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (i = 1; i < 4; i++)
            MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "MPI_Recv of rank 0 takes messages of any source"
    } else {
        MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
