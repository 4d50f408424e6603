// gomarmot: ranks=3
// In one MPI_Comm_create, ranks may pass different groups if the groups are disjoint; a rank in no group passes
// MPI_GROUP_EMPTY. In MPI_Comm_split, each rank may pass its own color and key.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Group world, group;
    MPI_Comm part = MPI_COMM_NULL, half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &rank, &group);
    MPI_Comm_create(MPI_COMM_WORLD, rank == 2 ? MPI_GROUP_EMPTY : group, &part);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_free(&half);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
