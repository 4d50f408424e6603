// Collective calls on a communicator of one rank: with MPI_IN_PLACE, without data, with different datatypes for the
// same data, and with a neighbor that is the rank itself.
#include <mpi.h>

int main(int argc, char **argv) {
    int a[4] = {1, 2, 3, 4}, b[4], one = 1, periodic = 1;
    MPI_Comm ring;
    MPI_Datatype pair;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);

    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 4, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Scatter(a, 4, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_SELF);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 4, MPI_INT, MPI_COMM_SELF);
    MPI_Allgather(a, 0, MPI_INT, b, 0, MPI_FLOAT, MPI_COMM_SELF);
    MPI_Allgather(a, 2, pair, b, 4, MPI_INT, MPI_COMM_SELF);

    MPI_Cart_create(MPI_COMM_SELF, 1, &one, &periodic, 0, &ring);
    MPI_Neighbor_alltoall(a, 2, MPI_INT, b, 1, pair, ring);

    MPI_Comm_free(&ring);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
