// gomarmot: ranks=4
// On an intercommunicator the root itself passes MPI_ROOT, the others of its group
// MPI_PROC_NULL, and the other group the rank of the root.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int upper = rank > 1;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 2, 5, &between);
    MPI_Bcast(&value, 1, MPI_INT, upper ? 0 : rank ? MPI_PROC_NULL : MPI_ROOT, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
