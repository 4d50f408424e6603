// gomarmot: ranks=3
// The two groups of an intercommunicator contribute different amounts of data. In
// rooted calls, MPI ignores the counts of ranks that pass MPI_PROC_NULL as the root.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[8] = {0}, theirs[8] = {0};
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const int upper = rank > 0;

    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 1, 5, &between);
    MPI_Allgather(mine, upper ? 2 : 3, MPI_INT, theirs, upper ? 3 : 2, MPI_INT, between);
    MPI_Alltoall(mine, upper ? 1 : 4, MPI_INT, theirs, upper ? 4 : 1, MPI_INT, between);
    MPI_Bcast(mine, rank == 2 ? 99 : 3, MPI_INT, rank == 0 ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, between);
    MPI_Reduce(mine, theirs, rank == 2 ? 77 : 3, MPI_INT, MPI_SUM, rank == 0 ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, between);
    MPI_Reduce_scatter_block(mine, theirs, upper ? 2 : 4, MPI_INT, MPI_SUM, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);

    MPI_Finalize();
    return 0;
}
