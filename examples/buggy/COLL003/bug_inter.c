// gomarmot: ranks=4 hang
// On an intercommunicator the root passes MPI_ROOT. Here its group passes
// MPI_PROC_NULL, and the other group passes the root's rank: no rank sends.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int upper = rank > 1;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 2, 5, &between);
    MPI_Bcast(&value, 1, MPI_INT, upper ? 0 : MPI_PROC_NULL, between); // want COLL003 "rank 2 names root 0, which passes MPI_PROC_NULL instead of MPI_ROOT"
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
