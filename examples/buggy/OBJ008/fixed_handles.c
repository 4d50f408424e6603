// Rank 0 sends a number from which both ranks make the same object.
// gomarmot: access=plugin
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm pair;
    int rank, colour = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        colour = 7;

    MPI_Bcast(&colour, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &pair);

    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
