// gomarmot: ranks=3
// On an intercommunicator, the root passes MPI_ROOT, the other ranks of its group pass
// MPI_PROC_NULL, and the remote group passes the root's rank in the root's group.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, sum, all[4];
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const int upper = rank > 0;

    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 1, 5, &between);
    MPI_Bcast(&value, 1, MPI_INT, upper ? 0 : MPI_ROOT, between);
    MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? 1 : rank == 2 ? MPI_ROOT : MPI_PROC_NULL, between);
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, upper ? 0 : MPI_ROOT, between);
    MPI_Gather(rank == 0 ? all : &value, 1, MPI_INT, rank == 0 ? all : NULL, 1, MPI_INT, upper ? 0 : MPI_ROOT, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);

    MPI_Finalize();
    return 0;
}
