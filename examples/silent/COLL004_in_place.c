// gomarmot: ranks=3
// With MPI_IN_PLACE, MPI ignores the count, displacements and datatype
// that describe the replaced buffer: the program passes arbitrary values.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, size;
    int field[16] = {0};
    int counts[3] = {1, 2, 3}, places[3] = {0, 4, 8};
    int *garbage = (int *)&rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, field, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(MPI_IN_PLACE, 99, MPI_DOUBLE, field, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(MPI_IN_PLACE, -7, MPI_DATATYPE_NULL, field, 2, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        counts[i] = i + rank;
    MPI_Alltoallv(MPI_IN_PLACE, garbage, NULL, MPI_DATATYPE_NULL, field, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Gatherv(rank == 0 ? MPI_IN_PLACE : field, rank == 0 ? -1 : rank, MPI_INT, field, rank == 0 ? counts : garbage + 1000000,
                rank == 0 ? places : NULL, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatterv(field, rank == 1 ? places : NULL, rank == 1 ? counts : NULL, MPI_INT, rank == 1 ? MPI_IN_PLACE : field,
                 rank == 1 ? 50 : 4 * rank, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, field, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Exscan(MPI_IN_PLACE, field, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
