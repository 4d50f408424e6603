// gomarmot: ranks=3
// Each rank expects two values from its lower neighbor and one from its upper neighbor.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int out[4] = {0}, in[4];
    int periodic = 1, places[2] = {0, 2};
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int sends[2] = {1, 2};
    int expects[2] = {2, 1};

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Neighbor_alltoallv(out, sends, places, MPI_INT, in, expects, places, MPI_INT, ring);
    MPI_Comm_free(&ring);

    MPI_Finalize();
    return 0;
}
