// gomarmot: ranks=3
// In a ring, each rank names the next rank as its destination and the previous rank as its source.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int to[1] = {(rank + 1) % 3}, from[1] = {(rank + 2) % 3}, weight[1] = {1};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, from, weight, 1, to, weight, MPI_INFO_NULL, 0, &ring);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
