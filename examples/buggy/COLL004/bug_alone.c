// gomarmot: ranks=1
// In a job of one process, too, send and receive type must match. Here the process sends ints and expects floats.
#include <mpi.h>

int main(int argc, char **argv) {
    int mine[2] = {1, 2};
    float all[2];

    MPI_Init(&argc, &argv);

    MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_FLOAT, 0, MPI_COMM_WORLD); // want COLL004 "MPI_Gather: rank 0 sends 2 MPI_INT .8 bytes. to itself, but receives 2 MPI_FLOAT .8 bytes. from itself; basic element 0 is MPI_INT where it is sent and MPI_FLOAT where it is received"

    MPI_Finalize();
    return 0;
}
