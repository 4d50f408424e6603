// gomarmot: ranks=4
// One rank of a group is the root, the other passes MPI_PROC_NULL.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int upper = rank > 1;
    int value = rank;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 2, 5, &between);
    MPI_Bcast(&value, 1, MPI_INT, upper ? 0 : rank ? MPI_PROC_NULL : MPI_ROOT, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
