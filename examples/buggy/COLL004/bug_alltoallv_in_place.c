// With MPI_IN_PLACE two ranks exchange equal amounts. Rank 0 passes
// the count 2 for rank 1, but rank 1 passes the count 3 for rank 0.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank;
    int data[16] = {0};
    int places[2] = {0, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[2] = {2, 2};

    counts[1 - rank] = 2 + rank;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, data, counts, places, MPI_INT, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 2 MPI_INT .8 bytes. to rank 1, which receives 3 MPI_INT .12 bytes. from it"

    MPI_Finalize();
    return 0;
}
