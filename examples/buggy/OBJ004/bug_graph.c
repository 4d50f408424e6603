// The graphs have too many nodes, degrees instead of sums of degrees, edges to nodes
// that do not exist, or a negative number of nodes.
#include <mpi.h>

/* Frees a communicator that some MPI libraries create from faulty arguments. */
static void drop(MPI_Comm *comm) {
    if (*comm != MPI_COMM_NULL)
        MPI_Comm_free(comm);
}

int main(int argc, char **argv) {
    static const int index[3] = {1, 2, 3}, falling[2] = {2, 1}, edges[3] = {1, 0, 1}, beyond[2] = {1, 2};
    MPI_Comm graph = MPI_COMM_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 0, &graph); // want OBJ004 "MPI_Graph_create of 3 nodes, but MPI_COMM_WORLD has 2 processes"
    drop(&graph);
    MPI_Graph_create(MPI_COMM_WORLD, 2, falling, edges, 0, &graph); // want OBJ004 "index\[1\] is 1, after 2"
    drop(&graph);
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, beyond, 0, &graph);  // want OBJ004 "edges\[1\] is 2, but there are nodes 0 to 1"
    drop(&graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, beyond + 1, edges, 1, edges, edges, MPI_INFO_NULL, 0, &graph); // want OBJ004 "sources\[0\] is 2, but there are nodes 0 to 1"
    drop(&graph);
    MPI_Dist_graph_create(MPI_COMM_WORLD, -1, edges, edges, edges, edges, MPI_INFO_NULL, 0, &graph); // want OBJ004 "MPI_Dist_graph_create with n -1"
    drop(&graph);

    MPI_Finalize();
    return 0;
}
