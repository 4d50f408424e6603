// gomarmot: ranks=2 hang
// Rank 1 waits for a message that rank 0 sends only after the barrier: it never
// reaches the barrier in which rank 0 waits for it.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, token = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1)
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); // want COLL002 "rank 1.*MPI_Recv and waits for a message with tag 0 on MPI_COMM_WORLD from rank 0"
    if (rank == 0)
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
