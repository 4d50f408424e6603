// gomarmot: ranks=3
// Rank j expects j values from every rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[16] = {0}, in[16] = {0};
    int places[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int sends[3] = {0, 1, 2};
    int expects[3] = {rank, rank, rank};

    MPI_Alltoallv(out, sends, places, MPI_INT, in, expects, places, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
