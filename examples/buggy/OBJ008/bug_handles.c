// Rank 0 sends handles to rank 1: a communicator as bytes and as integers, and an array of requests.
// gomarmot: access=plugin
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm pair = MPI_COMM_NULL;
    MPI_Request all[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Comm_dup(MPI_COMM_SELF, &pair);

    MPI_Bcast(&pair, sizeof pair, MPI_BYTE, 0, MPI_COMM_WORLD);                // want OBJ008 "^buffer of MPI_Bcast is declared as MPI_Comm: a handle means nothing on another rank$"
    MPI_Bcast(&pair, sizeof pair / sizeof(int), MPI_INT, 0, MPI_COMM_WORLD);   // want OBJ008 "^buffer of MPI_Bcast is declared as MPI_Comm: a handle means nothing on another rank$"
    if (rank == 0)
        MPI_Send(all, sizeof all, MPI_BYTE, 1, 0, MPI_COMM_WORLD);             // want OBJ008 "^buf of MPI_Send is declared as MPI_Request: a handle means nothing on another rank$"
    else
        MPI_Recv(all, sizeof all, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want OBJ008 "^buf of MPI_Recv is declared as MPI_Request: a handle means nothing on another rank$"

    if (rank == 0)
        MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
