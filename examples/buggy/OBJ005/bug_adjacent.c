// gomarmot: ranks=3
// In a ring each rank sends to the next one, but rank 1 names its own destination as
// its source: the edge from rank 0 is known to rank 0 only.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int to[1] = {(rank + 1) % 3}, from[1] = {rank == 1 ? to[0] : (rank + 2) % 3}, weight[1] = {1};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, from, weight, 1, to, weight, MPI_INFO_NULL, 0, &ring); // want OBJ005 "rank 0 passes rank 1 as a destination, but rank 1 does not pass rank 0 as a source"
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
