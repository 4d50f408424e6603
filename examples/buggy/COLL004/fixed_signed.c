// All ranks pass MPI_UNSIGNED to every call.
// gomarmot: ranks=3
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    unsigned mine, all[3], counts[3], sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = (unsigned)rank;
    MPI_Allgather(&mine, 1, MPI_UNSIGNED, all, 1, MPI_UNSIGNED, MPI_COMM_WORLD);
    MPI_Gather(&all[rank], 1, MPI_UNSIGNED, counts, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    MPI_Reduce(&all[rank], &sum, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return rank == 0 && sum != 3;
}
