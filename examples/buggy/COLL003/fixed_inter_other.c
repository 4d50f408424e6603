// gomarmot: ranks=4
// Rank 0 is the root of the reduction, and both ranks of the other group name rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1, sum;
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int upper = rank > 1;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 2, 5, &between);
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, rank == 0 ? MPI_ROOT : upper ? 0 : MPI_PROC_NULL, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
