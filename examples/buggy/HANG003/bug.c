// Rank 0 polls for a result with tag 7, but rank 1 sends
// the result with tag 6, then waits for an answer.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, found = 0;
    int data[4] = {1, 2, 3, 4};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Request request;

        MPI_Irecv(data, 4, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
        while (!found)
            MPI_Test(&request, &found, MPI_STATUS_IGNORE); // want HANG003 "^no rank made progress for .*: rank 0 polls with MPI_Test for a message with tag 7 on MPI_COMM_WORLD \(MPI_Irecv\) from rank 1, which is in MPI_Recv, but rank 1 sent a message with tag 6 \(MPI_Send\); one other rank waits in an MPI call$"
        MPI_Send(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Send(data, 4, MPI_INT, 0, 6, MPI_COMM_WORLD);
        MPI_Recv(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
