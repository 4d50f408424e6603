// gomarmot: ranks=3
// In a Cartesian ring each rank sends one value to its lower neighbor
// and two to its upper neighbor. So it must expect two values from
// below and one from above, but its receive counts are one and two.
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
    int expects[2] = {1, 2};

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Neighbor_alltoallv(out, sends, places, MPI_INT, in, expects, places, MPI_INT, ring); // want COLL004 "rank . sends . MPI_INT .. bytes. to rank ., which receives . MPI_INT .. bytes. from it"
    MPI_Comm_free(&ring);

    MPI_Finalize();
    return 0;
}
