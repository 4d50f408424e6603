// gomarmot: ranks=3
// The receive count of a gather is the count per rank, not the total:
// the root expects six values from each rank, which sends two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int mine[2] = {1, 2}, all[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Gather(mine, 2, MPI_INT, all, 2 * size, MPI_INT, 0, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 2 MPI_INT .8 bytes. to itself, but receives 6 MPI_INT .24 bytes. from itself"

    MPI_Finalize();
    return 0;
}
