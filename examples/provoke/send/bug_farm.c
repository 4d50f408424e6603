// gomarmot: ranks=3 provoked=PROV001
// The master sends all work before it receives, and each worker sends a greeting before it receives.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int work = 7, hello = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (int k = 1; k < 3; k++)
            MPI_Send(&work, 1, MPI_INT, k, 0, MPI_COMM_WORLD);
        for (int k = 1; k < 3; k++)
            MPI_Recv(&hello, 1, MPI_INT, k, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&hello, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&work, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
