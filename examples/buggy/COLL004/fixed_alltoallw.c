// Both ranks send and receive ints.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[8] = {0}, in[8] = {0};
    int counts[2] = {2, 2}, places[2] = {0, 16};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Datatype sends[2] = {MPI_INT, MPI_INT};
    MPI_Datatype expects[2] = {MPI_INT, MPI_INT};

    MPI_Alltoallw(out, counts, places, sends, in, counts, places, expects, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
