// The function posts a receive into an array of its caller.
#include <mpi.h>

enum { N = 100, ROOM = 100000 };

static void post(int rank, int *halo, MPI_Request *request) {
    MPI_Irecv(halo, ROOM, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, request);
}

int main(int argc, char **argv) {
    int rank, halo[ROOM], data[N] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    post(rank, halo, &request);
    MPI_Send(data, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
