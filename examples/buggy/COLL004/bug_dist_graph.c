// gomarmot: ranks=3
// The graph has an edge from rank 0 to each other rank.
// Rank 2 expects one value from rank 0, which sends two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, all[4];
    int zero = 0, others[2] = {1, 2}, weights[2] = {1, 1};
    MPI_Comm star;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank != 0, &zero, weights, rank == 0 ? 2 : 0, others, weights, MPI_INFO_NULL, 0,
                                   &star);
    MPI_Neighbor_allgather(mine, 2, MPI_INT, all, rank == 2 ? 1 : 2, MPI_INT, star); // want COLL004 "rank 0 sends 2 MPI_INT .8 bytes. to rank 2, which receives 1 MPI_INT .4 bytes. from it"
    MPI_Comm_free(&star);

    MPI_Finalize();
    return 0;
}
