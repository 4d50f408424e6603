// gomarmot: ranks=2
// MPI_Sendrecv sends and receives at the same time.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine, other = -1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine = rank;
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 0, &other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
