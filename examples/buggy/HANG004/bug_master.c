// gomarmot: ranks=4
// The master sends work to all workers before it takes results, but each worker sends a first result before it takes work.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, k;
    int work = 1, result = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank == 0) {
        for (k = 1; k < size; k++)
            MPI_Send(&work, 1, MPI_INT, k, 2, MPI_COMM_WORLD); // want HANG004 "rank 0 would wait in MPI_Send until rank 1 receives its message .tag 2, 4 bytes., rank 1 would wait in MPI_Send until rank 0 receives"
        for (k = 1; k < size; k++)
            MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "takes messages of any source"
    } else {
        MPI_Send(&result, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
        MPI_Recv(&work, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
