// gomarmot: ranks=3
// Each rank lists its edges in its own order, with duplicates and an edge to itself,
// on a communicator whose ranks differ from the ranks of MPI_COMM_WORLD.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, weights[4] = {1, 1, 1, 1};
    MPI_Comm backward, graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &backward);
    MPI_Comm_rank(backward, &rank);
    const int up = (rank + 1) % size, down = (rank + size - 1) % size;
    const int from[4] = {up, down, down, rank}, to[4] = {rank, up, down, up};
    MPI_Dist_graph_create_adjacent(backward, 4, from, weights, 4, to, weights, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
    // Only rank 0 has outgoing edges.
    const int all[2] = {2, 1}, root[1] = {0};
    MPI_Dist_graph_create_adjacent(backward, rank != 0, root, weights, rank ? 0 : 2, all, weights, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&backward);
    MPI_Finalize();
    return 0;
}
