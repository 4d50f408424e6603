// gomarmot: ranks=4
// The even ranks are one group, the odd ranks the other; within each group, the ranks
// disagree on which group comes first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm half, both, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &both);
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    int err = MPI_Intercomm_merge(both, rank > 1, &all); // want OBJ005 "rank 0 passes high 0, rank 2 passes 1"
    if (err == MPI_SUCCESS)
        MPI_Comm_free(&all);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
