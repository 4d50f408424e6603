// Process 0 has three neighbors, and the array has room for two.
#include <mpi.h>

int main(int argc, char **argv) {
    int index[2] = {3, 4}, edges[4] = {1, 0, 1, 0}, neighbors[2];
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    MPI_Graph_neighbors(graph, 0, 2, neighbors); // want OBJ007 "maxneighbors 2, but there are 3"
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
