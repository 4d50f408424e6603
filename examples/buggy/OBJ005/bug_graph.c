// Each rank lists its own edges first: MPI_Graph_create needs the same whole graph
// on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, index[2] = {2, 3}, edges[3] = {0, 1, 0};
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        edges[0] = 1;
        edges[1] = 0;
    }
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph); // want OBJ005 "rank 0 passes edges .0, 1, 0., rank 1 passes .1, 0, 0."
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
