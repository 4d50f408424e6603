// gomarmot: ranks=3
// Ranks 0 and 1 form a group, but each of the two ranks names itself first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Group world, group;
    MPI_Comm pair = MPI_COMM_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int ranks[2] = {rank == 1, rank != 1};
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Comm_create(MPI_COMM_WORLD, rank == 2 ? MPI_GROUP_EMPTY : group, &pair); // want OBJ005 "rank 0 passes a group of ranks 0, 1, rank 1 passes a group of ranks 1, 0"
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    if (pair != MPI_COMM_NULL)
        MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
