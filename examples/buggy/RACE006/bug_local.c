// A function posts a receive into a local variable and returns before the
// message has arrived, which then overwrites whatever is on the stack.
#include <mpi.h>

enum { N = 100, ROOM = 100000 };

static void post(int rank, MPI_Request *request) {
    int halo[ROOM];

    MPI_Irecv(halo, ROOM, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, request); // want RACE006 "^buf of MPI_Irecv is a local variable of a function that returned before its request was complete$"
}

int main(int argc, char **argv) {
    int rank, data[N] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    post(rank, &request);
    MPI_Send(data, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
