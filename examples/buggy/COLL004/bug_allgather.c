// Each rank sends one value, but passes the number of ranks as the receive
// count, which is the count per rank: the results lie in the wrong places.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int all[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Allgather(&rank, 1, MPI_INT, all, size, MPI_INT, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 1 MPI_INT .4 bytes. to itself, but receives 2 MPI_INT .8 bytes. from itself"

    MPI_Finalize();
    return 0;
}
