// gomarmot: ranks=2
// Topologies: a border without neighbors, a ring of two in which both neighbors are the same rank, a graph, a copy
// of a topology, and ranks without destinations, whose send count is ignored.
// gomarmot: access=auto
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int out[16] = {0}, in[16] = {0};
    int no = 0, yes = 1, two[2] = {2, 1}, wrap[2] = {1, 1};
    int sends[4] = {1, 2, 3, 3}, takes[4] = {2, 1, 3, 3}, same[4] = {2, 2, 3, 3}, places[4] = {0, 2, 4, 8};
    int ends[2] = {1, 2}, edges[2] = {1, 0};
    MPI_Comm line, torus, graph, copy, star;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &no, 0, &line);
    MPI_Neighbor_alltoallv(out, sends, places, MPI_INT, in, takes, places, MPI_INT, line);
    MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, line);
    MPI_Comm_dup(line, &copy);
    MPI_Neighbor_alltoallv(out, sends, places, MPI_INT, in, takes, places, MPI_INT, copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&line);

    MPI_Cart_create(MPI_COMM_WORLD, 2, two, wrap, 0, &torus);
    MPI_Neighbor_alltoallv(out, same, places, MPI_INT, in, same, places, MPI_INT, torus);
    MPI_Comm_free(&torus);

    MPI_Graph_create(MPI_COMM_WORLD, 2, ends, edges, 0, &graph);
    MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 1 + yes, MPI_INT, graph);
    MPI_Comm_free(&graph);

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank != 0, &no, wrap, rank == 0, &yes, wrap, MPI_INFO_NULL, 0, &star);
    MPI_Neighbor_allgatherv(out, rank == 0 ? 3 : 99, MPI_INT, in, takes + 2, places, MPI_INT, star);
    MPI_Comm_free(&star);

    MPI_Finalize();
    return 0;
}
