// A nonblocking send helps only if it is completed after the receive.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int other;
    int mine = 1, theirs = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    other = 1 - rank;
    MPI_Isend(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); // want HANG004 "rank 0 would wait in MPI_Wait until rank 1 receives the message of its MPI_Isend"
    MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
