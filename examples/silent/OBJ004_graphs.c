// The graphs have nodes without neighbors, and edges from a node to itself.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int index[2] = {0, 2}, edges[2] = {1, 0}, n, flag;
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);
    MPI_Graph_neighbors_count(graph, 1, &n);
    MPI_Graph_neighbors(graph, 1, n, edges);
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &rank, edges, edges, MPI_INFO_NULL, 0, &graph);
    MPI_Dist_graph_neighbors_count(graph, &n, &rank, &flag);
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, edges, edges, 0, edges, edges, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);

    MPI_Finalize();
    return 0;
}
