// Rank 0 prepares the next message in the buffer of a pending MPI_Isend.
// gomarmot: access=auto
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, data[N];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int i = 0; i < N; i++)
        data[i] = i;
    if (rank == 0) {
        MPI_Isend(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < N; i++)
            data[i] = 2 * i; // want RACE006 "^this store changes 3.91 KiB of buf of the pending MPI_Isend, which reads them until its request is complete"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
