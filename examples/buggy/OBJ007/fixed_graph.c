// The program asks for the number of neighbors first.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int index[2] = {3, 4}, edges[4] = {1, 0, 1, 0}, n;
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);
    MPI_Graph_neighbors_count(graph, 0, &n);
    int *neighbors = malloc(n * sizeof *neighbors);
    MPI_Graph_neighbors(graph, 0, n, neighbors);
    free(neighbors);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
