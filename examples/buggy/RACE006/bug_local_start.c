// A function creates a persistent request for its local variable. The request
// is started after the function has returned.
#include <mpi.h>

enum { N = 100, ROOM = 100000 };

static MPI_Request prepare(int rank) {
    int halo[ROOM];
    MPI_Request request;

    MPI_Recv_init(halo, ROOM, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); // want RACE006 "^buf of MPI_Recv_init is a local variable of a function that returned before its operation was started$"
    return request;
}

int main(int argc, char **argv) {
    int rank, data[N] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    request = prepare(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&request);
    MPI_Send(data, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);

    MPI_Finalize();
    return 0;
}
