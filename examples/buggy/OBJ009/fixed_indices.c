// MPI_Waitsome has room for a status of each request.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { MESSAGES = 3 };

int main(int argc, char **argv) {
    int rank, found, got[MESSAGES], indices[MESSAGES];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Status *statuses = malloc(MESSAGES * sizeof *statuses);
    for (int round = 0; round < MESSAGES; round++) {
        if (rank == 0) {
            MPI_Request requests[MESSAGES];

            for (int i = 0; i < MESSAGES; i++)
                MPI_Irecv(&got[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
            for (int done = 0; done < MESSAGES; done += found) {
                MPI_Waitsome(MESSAGES, requests, &found, indices, statuses);
                MPI_Send(&done, 1, MPI_INT, 1, MESSAGES, MPI_COMM_WORLD);
            }
        } else {
            for (int i = 0; i < MESSAGES; i++) {
                MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
                MPI_Recv(&found, 1, MPI_INT, 0, MESSAGES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
    }
    free(statuses);
    MPI_Finalize();
    return 0;
}
