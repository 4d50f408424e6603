// A chain of ranks exchanges halos within one array. At each end of the chain one neighbor is MPI_PROC_NULL: MPI
// neither reads nor writes a block for this neighbor.
// gomarmot: ranks=3
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv) {
    int rank, size, periodic = 0, row[N + 2] = {0}, left, right, both[2];
    int ones[2] = {1, 1}, from[2] = {0, 0}, to[2] = {0, 0};
    MPI_Aint from_bytes[2], to_bytes[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request request;
    MPI_Comm chain;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &chain);
    MPI_Comm_rank(chain, &rank);
    MPI_Cart_shift(chain, 0, 1, &left, &right);

    if (left != MPI_PROC_NULL)
        from[0] = 1;
    if (right != MPI_PROC_NULL) {
        from[1] = N;
        to[1] = N + 1;
    }
    for (int i = 0; i < 2; i++) {
        from_bytes[i] = from[i] * (MPI_Aint)sizeof *row;
        to_bytes[i] = to[i] * (MPI_Aint)sizeof *row;
    }
    MPI_Neighbor_alltoallv(row, ones, from, MPI_INT, row, ones, to, MPI_INT, chain);
    MPI_Neighbor_alltoallw(row, ones, from_bytes, types, row, ones, to_bytes, types, chain);
    MPI_Ineighbor_alltoallv(row, ones, from, MPI_INT, row, ones, to, MPI_INT, chain, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgatherv(&rank, 1, MPI_INT, row, ones, to, MPI_INT, chain);
    if (left == MPI_PROC_NULL) // the send buffer is the block of the absent left neighbor
        MPI_Neighbor_allgather(row, 1, MPI_INT, row, 1, MPI_INT, chain);
    else
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, both, 1, MPI_INT, chain);

    MPI_Comm_free(&chain);
    MPI_Finalize();
    return 0;
}
