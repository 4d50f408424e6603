// MPI_BYTE matches MPI_BYTE only. The root broadcasts four ints, the other rank
// expects 16 bytes: between machines with different data formats the values are wrong.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int values[4] = {0};
    MPI_Request done;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Ibcast(values, rank == 1 ? 4 : 16, rank == 1 ? MPI_INT : MPI_BYTE, 1, MPI_COMM_WORLD, &done); // want COLL004 "rank 1, the root, gives 4 MPI_INT .16 bytes., rank 0 gives 16 MPI_BYTE .16 bytes.; basic element 0 is MPI_INT on rank 1 and MPI_BYTE on rank 0"
    MPI_Wait(&done, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
