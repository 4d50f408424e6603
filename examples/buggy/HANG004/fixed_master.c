// gomarmot: ranks=4
// The master receives a result from any worker, and then sends work to this worker.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, k;
    int work = 1, result = 2;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank == 0) {
        for (k = 1; k < size; k++) {
            MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
            MPI_Send(&work, 1, MPI_INT, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
        }
    } else {
        MPI_Send(&result, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
        MPI_Recv(&work, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
