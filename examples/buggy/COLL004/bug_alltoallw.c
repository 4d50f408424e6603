// Rank 0 sends ints to rank 1, which expects floats.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[8] = {0}, in[8] = {0};
    int counts[2] = {2, 2}, places[2] = {0, 16};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Datatype sends[2] = {MPI_INT, MPI_INT};
    MPI_Datatype expects[2] = {rank == 1 ? MPI_FLOAT : MPI_INT, MPI_INT};

    MPI_Alltoallw(out, counts, places, sends, in, counts, places, expects, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 2 MPI_INT .8 bytes. to rank 1, which receives 2 MPI_FLOAT .8 bytes. from it; basic element 0"

    MPI_Finalize();
    return 0;
}
