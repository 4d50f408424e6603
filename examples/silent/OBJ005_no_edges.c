// gomarmot: ranks=3
// Rank 2 has no edges, so its weights do not matter.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, weight[1] = {4};
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = rank < 2, peer[1] = {1 - rank};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n, peer, n ? weight : MPI_WEIGHTS_EMPTY, n, peer,
                                   n ? weight : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &pair);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
