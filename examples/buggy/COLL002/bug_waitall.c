// gomarmot: ranks=3 hang
// Rank 0 waits for a message from each of the others, but rank 2 sends none.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value[2] = {0, 0};
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&value[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(2, requests, statuses);
    }
    if (rank == 1)
        MPI_Send(&value[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD); // want COLL002 "rank 0.*MPI_Waitall and waits for a message with tag 0 .*MPI_Irecv.* from rank 2, which is in MPI_Barrier on MPI_COMM_WORLD$"

    MPI_Finalize();
    return 0;
}
