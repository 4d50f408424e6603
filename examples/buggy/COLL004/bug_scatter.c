// The root sends three values to each rank, but the other rank expects two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    float all[12] = {0}, mine[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Scatter(all, 3, MPI_FLOAT, rank == 0 ? MPI_IN_PLACE : mine, 2, MPI_FLOAT, 0, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 3 MPI_FLOAT .12 bytes. to rank 1, which receives 2 MPI_FLOAT .8 bytes. from it"

    MPI_Finalize();
    return 0;
}
