// No rank allows MPI to reorder the ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, weight[1] = {1};
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer[1] = {1 - rank};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, peer, weight, 1, peer, weight, MPI_INFO_NULL, 0, &pair);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
