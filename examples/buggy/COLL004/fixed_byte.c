// All ranks pass four ints.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int values[4] = {0};
    MPI_Request done;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Ibcast(values, 4, MPI_INT, 1, MPI_COMM_WORLD, &done);
    MPI_Wait(&done, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
