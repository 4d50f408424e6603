// gomarmot: ranks=4
// The two groups of an intercommunicator pass different arguments: their own
// members to MPI_Comm_create and their own value of high to MPI_Intercomm_merge.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, zero = 0;
    MPI_Comm half, both, all, first;
    MPI_Group local, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, rank % 2, MPI_COMM_WORLD, rank % 2 ? 0 : 3, 3, &both);
    MPI_Intercomm_merge(both, rank % 2, &all);
    MPI_Comm_group(both, &local);
    if (rank % 2)
        MPI_Group_incl(local, 1, &zero, &group);
    else
        MPI_Group_union(local, MPI_GROUP_EMPTY, &group);
    MPI_Comm_create(both, group, &first);
    if (first != MPI_COMM_NULL)
        MPI_Comm_free(&first);
    MPI_Group_free(&group);
    MPI_Group_free(&local);
    MPI_Comm_free(&all);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
