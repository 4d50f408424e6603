// gomarmot: ranks=3
// Ranks 1 and 2 send one value each.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, all[4];
    MPI_Comm half, between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 5, &between);
    MPI_Gather(mine, 1, MPI_INT, all, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);

    MPI_Finalize();
    return 0;
}
