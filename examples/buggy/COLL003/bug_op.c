// All ranks must name the same operation. Rank 0 computes the sum, rank 1
// the maximum: the result depends on which rank combines.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, mine = 7, result = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Op op = rank == 0 ? MPI_SUM : MPI_MAX;
    MPI_Reduce(&mine, &result, 1, MPI_INT, op, 0, MPI_COMM_WORLD); // want COLL003 "MPI_SUM.*MPI_MAX|MPI_MAX.*MPI_SUM"

    MPI_Finalize();
    return 0;
}
