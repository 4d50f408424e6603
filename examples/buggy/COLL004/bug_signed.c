// The ranks mix MPI_INT with MPI_UNSIGNED, which do not match, in an allgather, a gather and a reduction.
// gomarmot: ranks=3
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, size;
    unsigned all[3], counts[3], sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_UNSIGNED, MPI_COMM_WORLD); // want COLL004 "MPI_Allgather: data of MPI_INT goes into MPI_UNSIGNED, a different type of the same size"
    MPI_Gather(&all[rank], 1, MPI_UNSIGNED, counts, 1, MPI_INT, 0, MPI_COMM_WORLD); // want COLL004 "MPI_Gather: data of MPI_UNSIGNED goes into MPI_INT"
    if (rank == 0)
        MPI_Reduce(&all[rank], &sum, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(&all[rank], NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); // want COLL004 "MPI_Reduce: data of MPI_(INT|UNSIGNED) goes into MPI_(INT|UNSIGNED)"
    MPI_Finalize();
    return rank == 0 && sum != 3;
}
