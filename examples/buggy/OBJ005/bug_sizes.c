// gomarmot: ranks=3 hang
// Rank 0 leaves rank 2 out of the group that the other ranks pass. As a consequence, the
// barrier on the new communicator waits forever.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, ranks[3] = {0, 1, 2};
    MPI_Group world, group;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank == 0 ? 2 : 3, ranks, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &part); // want OBJ005 "rank 0 passes a group of ranks 0, 1, rank 1 passes a group of ranks 0, 1, 2"
    MPI_Barrier(part);
    MPI_Comm_free(&part);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
