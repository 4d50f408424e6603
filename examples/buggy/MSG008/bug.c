// A ready send may start only when its receive is posted, and rank 0 does not know
// whether it is. In most runs the message arrives all the same.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, result = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Rsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want MSG008 "may come before its receive: rank 0 does not wait until rank 1 has posted MPI_Recv"
    else
        MPI_Recv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
