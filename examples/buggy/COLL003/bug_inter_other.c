// gomarmot: ranks=4
// Rank 0 is the root of the reduction, but rank 3 of the other group names rank 1.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1, sum;
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int upper = rank > 1;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 2, 5, &between);
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, rank == 0 ? MPI_ROOT : upper ? rank - 2 : MPI_PROC_NULL, between); // want COLL003 "rank 3 names root 1, but rank 0 passes MPI_ROOT"
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
