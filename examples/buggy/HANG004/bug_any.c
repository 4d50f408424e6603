// gomarmot: ranks=3
// Rank 2 sends before the barrier, and rank 0 receives after the barrier: MPI_Send may wait for the receive forever.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, theirs = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&theirs, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "takes messages of any source"
        MPI_Recv(&theirs, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Isend(&mine, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &request);
        MPI_Send(&mine, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&theirs, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&mine, 1, MPI_INT, 0, 9, MPI_COMM_WORLD); // want HANG004 "rank 2 would wait in MPI_Send until rank 0 receives its message"
        MPI_Barrier(MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
