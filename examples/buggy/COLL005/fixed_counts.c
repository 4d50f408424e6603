// No count is negative.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, all[8];
    int places[2] = {0, 4};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int counts[2] = {1, 1};

    MPI_Gatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
