// gomarmot: ranks=4
// The even ranks are the group that comes first, and the odd ranks are the other group.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm half, both, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &both);
    MPI_Intercomm_merge(both, rank % 2, &all);
    MPI_Comm_free(&all);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
