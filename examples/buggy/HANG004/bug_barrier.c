// Rank 0 sends before the barrier, and rank 1 receives after it.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int a = 1, b = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Send(&a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want HANG004 "rank 0 would wait in MPI_Send until rank 1 receives its message .*, rank 1 would wait in MPI_Barrier for rank 0"
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
