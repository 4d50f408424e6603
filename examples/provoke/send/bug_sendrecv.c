// gomarmot: ranks=2 provoked=PROV001
// Rank 1 receives in another order than rank 0 sends: the first MPI_Sendrecv ends only if its message is buffered.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, other[2];
    MPI_Request sent[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (int k = 0; k < 2; k++)
            MPI_Sendrecv(&mine[k], 1, MPI_INT, 1, k, &other[k], 1, MPI_INT, 1, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Isend(&mine[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD, &sent[k]);
        MPI_Recv(&other[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&other[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
