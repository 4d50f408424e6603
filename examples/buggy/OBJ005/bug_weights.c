// Rank 1 has nothing to say about its edges and passes MPI_UNWEIGHTED; rank 0 gives
// weights.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, weight[1] = {4};
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer[1] = {1 - rank};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, peer, rank ? MPI_UNWEIGHTED : weight, 1, peer, rank ? MPI_UNWEIGHTED : weight, MPI_INFO_NULL, 0, &pair); // want OBJ005 "rank 1 passes MPI_UNWEIGHTED, rank 0 passes weights"
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
