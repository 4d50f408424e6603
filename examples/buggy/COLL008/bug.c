// gomarmot: hang
// The graph has an edge from rank 0 to rank 1, and none back.
#include <mpi.h>

int main(int argc, char **argv) {
    int index[2] = {1, 1}, edges[1] = {1}, rank, theirs[2] = {-1, -1};
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);

    MPI_Neighbor_allgather(&rank, 1, MPI_INT, theirs, 1, MPI_INT, graph); // want COLL008 "^MPI_Neighbor_allgather on a graph that is not symmetric: rank 0 has more edges to rank 1 than back$"

    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
