// gomarmot: ranks=3
// Ranks 1 and 2 expect two values, as many as rank 0 sends.
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
    MPI_Neighbor_allgather(mine, 2, MPI_INT, all, 2, MPI_INT, star);
    MPI_Comm_free(&star);

    MPI_Finalize();
    return 0;
}
