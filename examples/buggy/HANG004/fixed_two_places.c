// One of the two ranks receives first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int other;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    other = 1 - rank;
    for (int i = 0; i < 4; i++) {
        if (rank == 0)
            MPI_Send(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
        MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
