// All ranks pass the same whole graph.
#include <mpi.h>

int main(int argc, char **argv) {
    int index[2] = {2, 3}, edges[3] = {0, 1, 0};
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
