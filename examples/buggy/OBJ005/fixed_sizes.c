// gomarmot: ranks=3
// All members pass the same group.
#include <mpi.h>

int main(int argc, char **argv) {
    int ranks[3] = {0, 1, 2};
    MPI_Group world, group;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, ranks, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &part);
    MPI_Barrier(part);
    MPI_Comm_free(&part);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
