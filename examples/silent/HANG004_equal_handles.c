// Two sends are pending, and the program waits for the second send first. An MPI library that has copied
// both messages may give both sends the same handle, which does not show the send that a call completes.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, first = 1, second = 2, answer = 0;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Isend(&first, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&second, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Recv(&answer, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&second, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        MPI_Recv(&first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return first != 1 || second != 2 || (rank == 0 && answer != 2);
}
