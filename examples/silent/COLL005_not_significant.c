// Ranks other than the root pass arbitrary values for arguments that count only at the root. NULL is fine where
// there is no data.
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, all[8];
    int counts[2] = {2, 2}, places[2] = {0, 2};
    int *nowhere = argc > 99 ? counts : (int *)(intptr_t)(15 + argc);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const int root = rank == 0;

    MPI_Gather(mine, 2, MPI_INT, root ? all : NULL, root ? 2 : -3, root ? MPI_INT : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Gatherv(mine, 2, MPI_INT, root ? all : NULL, root ? counts : nowhere, root ? places : nowhere,
                root ? MPI_INT : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Scatter(root ? all : NULL, root ? 2 : -3, root ? MPI_INT : MPI_DATATYPE_NULL, mine, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatterv(root ? all : NULL, root ? counts : nowhere, root ? places : nowhere, root ? MPI_INT : MPI_DATATYPE_NULL, mine, 2,
                 MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce(mine, root ? all : NULL, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD);
    counts[0] = counts[1] = 0;
    MPI_Allgatherv(NULL, 0, MPI_INT, NULL, counts, places, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
