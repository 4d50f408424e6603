// gomarmot: ranks=3
// Rank i sends j values to rank j, so rank j must expect j values
// from every rank. Rank 1 expects i values from rank i instead.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[16] = {0}, in[16] = {0};
    int places[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int sends[3] = {0, 1, 2};
    int expects[3] = {rank == 1 ? 0 : rank, rank, rank == 1 ? 2 : rank};

    MPI_Alltoallv(out, sends, places, MPI_INT, in, expects, places, MPI_INT, MPI_COMM_WORLD); // want COLL004 "rank 0 sends 1 MPI_INT .4 bytes. to rank 1, which receives nothing from it"

    MPI_Finalize();
    return 0;
}
