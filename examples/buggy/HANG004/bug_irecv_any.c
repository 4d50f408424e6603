// gomarmot: ranks=3
// Rank 0 waits for the result, from any rank, before it receives the report. But rank 1 sends the report first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int report = 1, result = 2;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Irecv(&result, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); // want HANG004 "rank 0 would wait in MPI_Wait for a message of rank 1 with tag 9, rank 1 would wait in MPI_Send until rank 0 receives"
        MPI_Recv(&report, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(&report, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        MPI_Send(&result, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
