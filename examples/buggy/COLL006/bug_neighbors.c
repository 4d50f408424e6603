// gomarmot: ranks=3
// A halo exchange in a ring: the displacements of the two halos overlap by one
// element.
#include <mpi.h>

enum { N = 4, LEFT = 0, RIGHT = N - 1 };

int main(int argc, char **argv) {
    int rank, size, periodic = 1, inner[N] = {0}, halos[2 * N];
    int counts[2] = {N, N}, from[2] = {0, 0}, to[2] = {LEFT, RIGHT};
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    inner[0] = rank;
    MPI_Neighbor_alltoallv(inner, counts, from, MPI_INT, halos, counts, to, MPI_INT, ring); // want COLL006 "MPI_Neighbor_alltoallv writes parts of recvbuf twice: block [0-9], at .*, and block [0-9], at .*, overlap"
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
